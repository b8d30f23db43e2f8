package io.weft.flow;

import io.weft.network.shared.Bell;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The threads of a rank that wait for what comes through mapped memory. One of them watches the
 * bell and takes what comes for all; the others sleep until theirs is there, or until it is their
 * turn to watch. So whoever speaks wakes one thread, however many operations are under way.
 */
final class Vigil {
  private final Bell bell;
  private final Runnable takeAll;
  private final long napNanos;
  private final Queue<Sleeper> sleepers = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();

  /** Held by the thread that watches. */
  private final ReentrantLock watch = new ReentrantLock();

  private record Sleeper(Thread thread, BooleanSupplier there) {
    boolean isAwake() {
      return thread.equals(Thread.currentThread());
    }
  }

  /**
   * The threads of one rank.
   *
   * @param takeAll takes what has come, for whomever, and ends with {@link #tell}
   * @param napNanos the longest sleep of those who do not watch
   */
  Vigil(Bell bell, Runnable takeAll, long napNanos) {
    this.bell = bell;
    this.takeAll = takeAll;
    this.napNanos = napNanos;
  }

  /**
   * Waits until something is there, or for a while.
   *
   * @param there whether it has been taken
   * @param from who brings it
   * @param nanos how long at most; whatever else ends a wait is looked at more often
   * @return whether it is there
   */
  boolean await(BooleanSupplier there, int from, long nanos) {
    var own = new Sleeper(Thread.currentThread(), there);
    sleepers.add(own);
    count.incrementAndGet();
    try {
      return watch.tryLock() ? watch(there, from, nanos) : sleep(there, nanos);
    } finally {
      count.decrementAndGet();
      sleepers.remove(own);
      handOver();
    }
  }

  /** Waits for a while, for whoever comes. */
  void awaitAny(BooleanSupplier there) {
    var _ = await(there, Bell.ANYBODY, Bell.SLEEP_NANOS_MOST);
  }

  /** From now on whoever comes wakes the thread that watches. */
  void welcomeAll() {
    bell.welcomeAll();
  }

  private boolean watch(BooleanSupplier there, int from, long nanos) {
    try {
      return bell.await(() -> isThereAlone(there), from, nanos);
    } finally {
      watch.unlock();
    }
  }

  private boolean isThereAlone(BooleanSupplier there) {
    if (count.get() > 1) {
      bell.welcomeAll(); // others wait for other peers
    }
    return isThere(there);
  }

  private boolean isThere(BooleanSupplier there) {
    if (there.getAsBoolean()) {
      return true;
    }
    takeAll.run();
    return there.getAsBoolean();
  }

  private boolean sleep(BooleanSupplier there, long nanos) {
    bell.welcomeAll(); // the thread that watches may have expected one peer only
    if (isThere(there)) {
      return true;
    }
    if (nanos > 0) {
      LockSupport.parkNanos(this, Math.min(nanos, napNanos));
    }
    return there.getAsBoolean();
  }

  /** Somebody must watch, as long as anybody waits. */
  private void handOver() {
    var next = sleepers.peek();
    if (next != null && !watch.isLocked()) {
      LockSupport.unpark(next.thread());
    }
  }

  /** Something was taken: wakes those for whom it is. */
  void tell() {
    for (var sleeper : sleepers) {
      if (!sleeper.isAwake() && sleeper.there().getAsBoolean()) {
        wake(sleeper);
      }
    }
  }

  /** Wakes all, whether or not theirs is there. */
  void wakeAll() {
    bell.ring(Bell.ANYBODY);
    sleepers.forEach(this::wake);
  }

  private void wake(Sleeper sleeper) {
    LockSupport.unpark(sleeper.thread());
    bell.ring(Bell.ANYBODY); // it may be the one that watches
  }
}
