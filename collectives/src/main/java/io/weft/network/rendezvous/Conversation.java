package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.Frame;
import io.weft.network.socket.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A proved connection to which frames are posted in order without waiting for the other side. Posts
 * are those of the deciding thread alone; others read.
 */
final class Conversation {
  private final Wire wire;

  /** Held by the thread that reads: two at once would take frames apart. */
  private final ReentrantLock reading = new ReentrantLock();

  private final Executor threads;
  private CompletableFuture<Void> posted = CompletableFuture.completedFuture(null);

  Conversation(Wire wire, Executor threads) {
    this.wire = wire;
    this.threads = threads;
  }

  Wire wire() {
    return wire;
  }

  /**
   * Reads until there is nothing more to read, or it has gone; whoever reads already goes first.
   */
  void read(Reader reader) throws IOException {
    reading.lock();
    try {
      reader.readFrom(wire);
    } finally {
      reading.unlock();
    }
  }

  /** What a thread reads. */
  interface Reader {
    void readFrom(Wire wire) throws IOException;
  }

  void post(Frame... frames) {
    posted =
        posted.thenRunAsync(
            () -> {
              try {
                for (var frame : frames) {
                  wire.write(frame);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e); // Ends the writing; the reader reports the loss.
              }
            },
            threads);
  }

  /** The last word: afterwards the other side finds the end of the stream. */
  void postLast(Frame frame) {
    post(frame);
    posted =
        posted.thenRun(
            () -> {
              try {
                wire.shutdownOutput();
              } catch (IOException e) {
                throw new UncheckedIOException(e); // It is closed already: nobody listens.
              }
            });
  }

  /** Waits until everything posted has been written. */
  void flush(Deadline deadline) throws RefusedException {
    try {
      posted.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new RefusedException(
          Frame.Reason.LOST, "a rank was lost at the very end of the meeting: start the job again");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(Frame.Reason.LOST, "interrupted at the end of the meeting");
    }
  }
}
