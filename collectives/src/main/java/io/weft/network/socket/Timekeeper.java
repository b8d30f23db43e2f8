package io.weft.network.socket;

import io.weft.network.Deadline;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends conversations that take too long by closing their socket: reads and writes need no deadline
 * of their own then, and many small answers last no longer than one large. For all threads.
 */
final class Timekeeper implements AutoCloseable {
  private final ScheduledThreadPoolExecutor clock;

  Timekeeper(ThreadFactory threads) {
    this.clock = new ScheduledThreadPoolExecutor(1, threads);
    clock.setRemoveOnCancelPolicy(true);
  }

  /** What is said on a socket. */
  interface Talk<T> {
    T hold() throws IOException;
  }

  /**
   * Holds a talk that ends, one way or the other, at the deadline.
   *
   * @throws SocketTimeoutException if the deadline came first; the socket is closed then
   */
  <T> T within(Deadline deadline, Channel socket, Talk<T> talk) throws IOException {
    var over = new AtomicBoolean();
    var alarm = alarm(deadline, socket, over);
    try {
      var result = talk.hold();
      if (!over.compareAndSet(false, true)) {
        throw tooLong(deadline);
      }
      return result;
    } catch (ClosedChannelException e) {
      throw over.get() ? tooLong(deadline) : e;
    } finally {
      alarm.cancel(false);
    }
  }

  private Future<?> alarm(Deadline deadline, Channel socket, AtomicBoolean over)
      throws ClosedChannelException {
    try {
      return clock.schedule(
          () -> {
            if (over.compareAndSet(false, true)) {
              Sockets.close(socket);
            }
          },
          deadline.remainingNanos(),
          TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      throw new ClosedChannelException(); // The endpoint is closed, and its sockets with it.
    }
  }

  private static SocketTimeoutException tooLong(Deadline deadline) {
    return new SocketTimeoutException(deadline + " took too long");
  }

  @Override
  public void close() {
    clock.shutdownNow();
    clock.close();
  }
}
