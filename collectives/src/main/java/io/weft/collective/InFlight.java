package io.weft.collective;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The operations that one rank has started in a group and that have not ended. */
final class InFlight {
  /**
   * How many there can be: each has a thread and scratch. Ranks may start operations in different
   * orders as long as no two orders are further apart than this.
   */
  static final int MOST = 64;

  private static final Duration IDLE = Duration.ofSeconds(10);

  private final String name;
  private final Duration timeout;
  private final Semaphore room = new Semaphore(MOST);
  private final Set<OperationKey> keys = ConcurrentHashMap.newKeySet();
  private final AtomicInteger threadsMade = new AtomicInteger();
  private final ThreadPoolExecutor threads;

  /**
   * Nothing is in flight yet.
   *
   * @param name what its threads are called
   * @param timeout how long a start waits for room, and the end for what is in flight
   */
  InFlight(String name, Duration timeout) {
    this.name = name;
    this.timeout = timeout;
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // the semaphore is the limit
            IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            new SynchronousQueue<>(),
            body -> Thread.ofPlatform().name(nextName()).daemon().unstarted(body));
  }

  private String nextName() {
    return name + "/operation-" + threadsMade.getAndIncrement();
  }

  /** Runs the body on a thread of its own. */
  Pending start(OperationKey key, Runnable body) {
    if (!keys.add(key)) {
      throw new IllegalArgumentException(
          "an operation of %s is in flight already: a key is used once".formatted(key));
    }
    try {
      awaitRoom(key);
    } catch (RuntimeException e) {
      keys.remove(key);
      throw e;
    }
    var task = new FutureTask<Void>(() -> run(key, body), null);
    threads.execute(task);
    return new Pending("the operation of " + key, task);
  }

  private void run(OperationKey key, Runnable body) {
    try {
      body.run();
    } finally {
      keys.remove(key);
      room.release();
    }
  }

  private void awaitRoom(OperationKey key) {
    try {
      if (!room.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new StillRunningException(
            "%d operations are in flight and none ended in %d ms, so that of %s was not started: %s"
                .formatted(
                    MOST, timeout.toMillis(), key, "start operations in nearly the same order"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StillRunningException("interrupted before that of %s was started".formatted(key));
    }
  }

  /**
   * Waits for what is in flight and ends its threads. Who is still running after the time that an
   * operation may take is interrupted, and given that time again.
   *
   * @return whether all have ended
   */
  boolean end() {
    threads.shutdown();
    try {
      if (threads.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        return true;
      }
      threads.shutdownNow();
      return threads.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
