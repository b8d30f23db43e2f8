package io.weft.flow;

import io.weft.network.Deadline;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a pair with its two roles, and the two threads that take them when nobody else
 * does. Everything here but the loops is called with the lock of the pair held.
 */
final class Lane {
  /** A thread that waits looks up so often, whatever happens; idle ranks have many of them. */
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** How long the last word of a peer may come after the end of another lane. */
  private static final long LAST_WORD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Pair pair;
  private final Stream stream;
  private final ReentrantLock lock;
  private final int number;
  private final boolean first;
  private final Lookout lookout = new Lookout(System::nanoTime);
  private final Condition readable;
  private final Condition writable;
  private final Thread reader;
  private final Thread writer;
  private boolean reading;
  private boolean writing;

  /** Whether a frame was cut short, so that nothing may follow it. */
  private boolean severed;

  /** Whether nobody has read for a while, so that the lane's own thread should. */
  private boolean idle;

  /** Whether the peer will send nothing more. */
  private boolean ended;

  /** What broke this lane, and when, while the first one may yet say why. */
  private @Nullable Exception broke;

  private long brokeNanos;

  private boolean readSinceLook;
  private long writtenNanos = System.nanoTime();
  private long safeBytes;

  /** When the caller who reads has waited long enough. */
  private volatile @Nullable Deadline blockedUntil;

  Lane(Pair pair, Stream stream, ReentrantLock lock, String name, int number) {
    this.pair = pair;
    this.stream = stream;
    this.lock = lock;
    this.number = number;
    this.first = number == 0;
    this.readable = lock.newCondition();
    this.writable = lock.newCondition();
    this.reader = Thread.ofPlatform().daemon().name(name + "/read").unstarted(this::readLoop);
    this.writer = Thread.ofPlatform().daemon().name(name + "/write").unstarted(this::writeLoop);
  }

  void start() {
    measureBuffer();
    reader.start();
    writer.start();
  }

  Stream stream() {
    return stream;
  }

  boolean first() {
    return first;
  }

  int number() {
    return number;
  }

  Thread reader() {
    return reader;
  }

  Thread writer() {
    return writer;
  }

  // ---- writing

  /** Sends what can be sent: what surely goes without waiting here, the rest by its own thread. */
  void pump() {
    sendAtOnce();
    if (!writing && !severed && pair.canSend(this)) {
      writable.signal();
    }
  }

  /** Sends what surely goes without waiting. */
  void sendAtOnce() {
    while (!writing && !severed) {
      var piece = pair.next(this, true);
      if (piece == null) {
        break;
      }
      write(piece);
    }
  }

  /**
   * How much of a message may go out now. A caller writes all that is left of it or nothing: where
   * that does not fit, the lane's own thread has to be called in any case, and may as well write
   * while the caller reads.
   *
   * @param inline whether a caller would write it, who must not wait
   */
  long allows(Message message, boolean inline) {
    if (message.eager) {
      return allowsFrame(message.length(), inline) ? message.length() : 0;
    }
    var window = stream.window();
    if (!allowsFrame(message.remaining(), inline)) {
      return 0;
    }
    long chunk = Math.min(message.remaining(), window.chunkBytes());
    long underWay = stream.unacknowledged();
    long room = pair.givesWay(message) ? window.bytesGivingWay() : window.bytes();
    return underWay == 0 || underWay + chunk + Header.BYTES <= room ? chunk : 0;
  }

  /** Whether a frame may go out now, as far as waiting is concerned. */
  boolean allowsFrame(long bytes, boolean inline) {
    return !inline || stream.unacknowledged() + bytes + Header.BYTES <= safeBytes;
  }

  /** Writes a frame, without the lock. */
  private void write(Piece piece) {
    writing = true;
    writtenNanos = System.nanoTime();
    pair.tally().sent(piece.purpose(), piece.wireBytes());
    boolean asks = stream.sending(piece, pair.hasMore(this), safeBytes / 2, writtenNanos);
    long claimed = pair.claimed();
    @Nullable Exception failed = null;
    lock.unlock();
    try {
      stream.write(piece, claimed, asks);
    } catch (IOException | RuntimeException e) {
      failed = e;
    } finally {
      lock.lock();
      writing = false;
      severed |= failed != null;
    }
    if (pair.isOver()) {
      writable.signal(); // The lane's own thread waits to say the last word.
    }
    pair.written(piece, failed == null);
    if (failed instanceof RuntimeException || failed instanceof ClosedChannelException) {
      pair.broken(failed); // It broke on this side, of which the peer knows nothing.
    } else if (failed != null) {
      broken(failed);
    }
  }

  private void writeLoop() {
    lock.lock();
    try {
      while (true) {
        var piece = writing || severed ? null : pair.next(this, false);
        if (piece != null) {
          write(piece);
          letOthersWrite();
        } else if (writing || !pair.isOver()) {
          await(writable);
        } else {
          break;
        }
      }
      sayLastWord();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Where ranks outnumber processors, one that fills its buffer keeps others from starting. What it
   * has written of a large message keeps its link busy while they do.
   */
  @SuppressWarnings("ThreadPriorityCheck") // only a hint
  private void letOthersWrite() {
    if (!first) {
      lock.unlock();
      try {
        Thread.yield();
      } finally {
        lock.lock();
      }
    }
  }

  private void sayLastWord() {
    if (first && !severed) {
      write(pair.lastWord());
    }
    lock.unlock();
    try {
      stream.connection().shutdownOutput();
    } catch (IOException e) {
      stream.connection().close(); // The peer sees the end either way.
    } finally {
      lock.lock();
    }
  }

  // ---- reading

  /** Lets a caller who waits for a message read, if nobody does, until it has come. */
  boolean tryRead(Message awaited, Deadline deadline) {
    if (reading || ended) {
      return false;
    }
    idle = false;
    blockedUntil = deadline;
    do {
      read(true);
    } while (awaited.wantsReader() && !ended && !pair.isOver());
    blockedUntil = null;
    handOver();
    return true;
  }

  /** Lets a caller who has something to send take in what the peer has said already. */
  void readWhatIsThere() {
    boolean any = false;
    while (!reading && !ended && hasHeader()) {
      read(false);
      any = true;
    }
    if (any) {
      handOver();
    }
  }

  private boolean hasHeader() {
    try {
      return stream.hasHeader();
    } catch (IOException e) {
      return true; // Reading it says what is wrong.
    }
  }

  /**
   * Reads a frame, without the lock.
   *
   * @param awaited whether somebody waits for it, so that it is likely to come soon
   */
  private void read(boolean awaited) {
    reading = true;
    @Nullable Exception failed = null;
    lock.unlock();
    try {
      if (awaited) {
        lookout.look(stream::hasHeader);
      }
      pair.readFrame(this);
    } catch (IOException | RuntimeException e) {
      failed = e;
    } finally {
      lock.lock();
      reading = false;
      readSinceLook = true;
    }
    if (failed != null) {
      ended = true;
      if (first || failed instanceof CorruptException) {
        pair.broken(failed);
      } else {
        broken(failed);
      }
      pair.laneEnded();
    }
  }

  /**
   * Something broke, yet not the reading of the first lane, which brings the last word of the peer:
   * that counts more, and is due soon.
   */
  void broken(Exception failed) {
    if (broke == null) {
      broke = failed;
      brokeNanos = System.nanoTime();
    }
  }

  boolean ended() {
    return ended;
  }

  private void readLoop() {
    lock.lock();
    try {
      while (!ended && !pair.isClosed()) {
        if (!reading && isWanted()) {
          read(false);
          handOver();
        } else {
          await(readable);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the lane's own thread should read. */
  private boolean isWanted() {
    return !first
        || pair.isOver()
        || (!pair.waiters().hasReader()
            && (idle || pair.needsReplies() || !pair.waiters().isEmpty()));
  }

  /** Somebody who waits reads on, or the lane's own thread. */
  private void handOver() {
    if (!pair.waiters().wakeReader() && isWanted()) {
      readable.signal();
    }
  }

  /** Calls the lane's own thread if there are replies to read. */
  void readReplies() {
    if (!reading && isWanted()) {
      readable.signal();
    }
  }

  // ---- looking after it

  /** Several times a second: nobody reads, nothing was written, someone waits too long. */
  void look(long nowNanos, long quietNanosMost) {
    if (!reading && !readSinceLook && !ended) {
      idle = true;
      readable.signal();
    }
    readSinceLook = false;
    if (broke != null && nowNanos - brokeNanos > LAST_WORD_NANOS) {
      pair.broken(broke);
    }
    if (first && nowNanos - writtenNanos > quietNanosMost) {
      measureBuffer();
      pair.pulse();
    }
  }

  /** The deadline of a caller who reads here and has waited too long. */
  @Nullable Deadline exceeded() {
    var deadline = blockedUntil;
    return deadline != null && deadline.passed() ? deadline : null;
  }

  private void measureBuffer() {
    try {
      safeBytes = stream.connection().sendBufferBytes() / 8L * 7; // the rest for its own notes
    } catch (IOException e) {
      safeBytes = 0; // The connection is gone, which whoever reads it reports.
    }
  }

  void wakeThreads() {
    readable.signalAll();
    writable.signalAll();
  }

  @SuppressWarnings("WaitNotInLoop") // the loops that call it look again, whatever woke them
  private static void await(Condition condition) {
    try {
      var _ = condition.awaitNanos(LOOK_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Nobody has reason to; the next look ends the thread.
    }
  }
}
