package io.weft.collective;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** An operation that has been started. For all threads. */
public final class Pending {
  private final String operation;
  private final Future<?> future;

  Pending(String operation, Future<?> future) {
    this.operation = operation;
    this.future = future;
  }

  /** Whether it has ended, well or not. */
  public boolean isDone() {
    return future.isDone();
  }

  /**
   * Waits until it has ended; fails as it has failed.
   *
   * @throws StillRunningException if it has not ended within the limit; it goes on
   */
  public void await(Duration limit) {
    try {
      future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    } catch (TimeoutException e) {
      throw new StillRunningException(
          "waited %d ms for %s, which goes on: await it again, or see what the other ranks do"
              .formatted(limit.toMillis(), operation));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StillRunningException(
          "interrupted while waiting for %s, which goes on".formatted(operation));
    }
  }

  /** What a body can throw is unchecked. */
  private static RuntimeException rethrown(@Nullable Throwable cause) {
    return switch (cause) {
      case RuntimeException exception -> exception;
      case Error error -> throw error;
      case null, default -> throw new AssertionError("a body threw what it cannot throw", cause);
    };
  }
}
