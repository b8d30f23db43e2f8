package io.weft.flow;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads that wait for messages of one peer and do not read. Everything here is called with
 * the lock of the pair held, which is let go while a thread is parked.
 */
final class Waiters {
  private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ReentrantLock lock;

  /** Messages whose waiters are parked. */
  private final ArrayDeque<Message> awaited = new ArrayDeque<>();

  Waiters(ReentrantLock lock) {
    this.lock = lock;
  }

  boolean isEmpty() {
    return awaited.isEmpty();
  }

  /** Whether one of them will read as soon as nobody else does. */
  boolean hasReader() {
    return nextReader() != null;
  }

  /** Wakes one that will read; false if there is none. */
  boolean wakeReader() {
    var message = nextReader();
    if (message != null) {
      message.wake();
    }
    return message != null;
  }

  private @Nullable Message nextReader() {
    for (var message : awaited) {
      if (message.wantsReader()) {
        return message;
      }
    }
    return null;
  }

  void wakeAll() {
    awaited.forEach(Message::wake);
  }

  /**
   * Parks the calling thread until it is woken or the time is up.
   *
   * @param substitute makes sure that somebody reads meanwhile
   */
  void park(Message message, Runnable substitute, long nanos) {
    awaited.add(message);
    substitute.run();
    try {
      park(nanos);
    } finally {
      awaited.remove(message);
    }
  }

  /** Waits until no thread touches the memory of a message; the job is over, so none will again. */
  void settle(Message message) {
    while (message.moving > 0) {
      park(SETTLE_NANOS);
    }
  }

  private void park(long nanos) {
    lock.unlock();
    try {
      LockSupport.parkNanos(this, nanos);
    } finally {
      lock.lock();
    }
  }
}
