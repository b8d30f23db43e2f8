package io.weft.flow;

import io.weft.network.Ticket;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A message of an operation, on its way out or in. Guarded by the lock of the pair, except that
 * anyone may ask whether it is done.
 */
final class Message {
  final Ticket ticket;
  final int index;
  final Parts parts;

  /** In which order messages of equal priority go out. */
  long order;

  /** Whether it goes out in one frame without being asked for. */
  boolean eager;

  /** Bytes handed to a connection, those that are being written included. */
  long started;

  /** Bytes that have been written, or have arrived. */
  long moved;

  /** Whether others than the thread that reads the first connection may finish it. */
  boolean elsewhere;

  /** Threads that are moving its bytes at this moment. */
  int moving;

  private volatile boolean done;
  private @Nullable Thread waiter;

  Message(Ticket ticket, int index, Parts parts) {
    this.ticket = ticket;
    this.index = index;
    this.parts = parts;
  }

  boolean isDone() {
    return done;
  }

  long length() {
    return parts.byteCount();
  }

  long remaining() {
    return length() - started;
  }

  void finish() {
    done = true;
    wake();
  }

  /** Lets whoever waits for it look again. */
  void wake() {
    if (waiter != null) {
      LockSupport.unpark(waiter);
    }
  }

  /** Whether whoever waits for it should read the first connection, as nobody else brings it. */
  boolean wantsReader() {
    return !done && !elsewhere;
  }

  /** Who is to be woken when it is done. */
  void expectedBy(@Nullable Thread thread) {
    waiter = thread;
  }
}
