package io.weft.network.shared;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * Three words of mapped memory by which a rank is woken: how often it was rung, how many threads
 * sleep, and whom they wait for. Whoever waits tries for a moment, lets others run for a while, and
 * sleeps then; only who is waited for wakes it, so that a rank that meets seven others on two cores
 * is not woken seven times for nothing.
 */
public final class Bell {
  static final long BYTES = 64;

  /** The longest sleep: whatever else ends a wait is looked at as often. */
  public static final long SLEEP_NANOS_MOST = TimeUnit.MILLISECONDS.toNanos(100);

  private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
  private static final long RUNG = 0;
  private static final long SLEEPERS = 4;
  private static final long AWAITED = 8;

  /** Whoever comes is welcome. */
  public static final int ANYBODY = -1;

  /** How often a thread looks before it lets others run, if each rank has a core: some 20 µs. */
  private static final int LOOKS = 500;

  /** The same where ranks share cores: the one that is waited for may need this very core. */
  private static final int LOOKS_CROWDED = 10;

  private static final int YIELDS = 100;

  /** Likewise: what yields take from each other is more than a wake-up costs. */
  private static final int YIELDS_CROWDED = 4;

  private final MemorySegment words;
  private final Sleep sleep;
  private final int looks;
  private final int yields;

  /** Guarded by this; only threads of one process sleep on a bell. */
  private int sleepers;

  private final LongAdder overslept = new LongAdder();

  Bell(MemorySegment words, Sleep sleep, int ranks) {
    this.words = words.asSlice(0, BYTES);
    this.sleep = sleep;
    boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
    this.looks = crowded ? LOOKS_CROWDED : LOOKS;
    this.yields = crowded ? YIELDS_CROWDED : YIELDS;
  }

  /**
   * Wakes who sleeps. What it is to find has been published before.
   *
   * @param by who rings; {@link #ANYBODY} wakes whomever they wait for
   */
  public void ring(int by) {
    VarHandle.fullFence();
    answer(by);
  }

  /** As {@link #ring}, by one that has passed a full fence since it published. */
  public void answer(int by) {
    if ((int) WORD.getVolatile(words, SLEEPERS) != 0 && isAwaited(by)) {
      var _ = (int) WORD.getAndAdd(words, RUNG, 1);
      sleep.wake(words);
    }
  }

  private boolean isAwaited(int by) {
    int awaited = (int) WORD.getVolatile(words, AWAITED);
    return awaited == ANYBODY || awaited == by || by == ANYBODY;
  }

  /**
   * Waits until something is there, or for a while.
   *
   * @param from who brings it
   * @param ready whether it is there; called often
   * @param nanos how long at most; never longer than 100 ms
   * @return whether it is there
   */
  public boolean await(BooleanSupplier ready, int from, long nanos) {
    return expect(ready)
        || (nanos > 0 && sleepUntil(ready, from, Math.min(nanos, SLEEP_NANOS_MOST)));
  }

  /** Waits for a moment, without sleeping, until something is there; whether it is. */
  public boolean expect(BooleanSupplier ready) {
    for (int look = 0; look < looks; look++) {
      if (ready.getAsBoolean()) {
        return true;
      }
      Thread.onSpinWait();
    }
    for (int turn = 0; turn < yields; turn++) {
      letOthersRun();
      if (ready.getAsBoolean()) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("ThreadPriorityCheck") // a hint only: whoever yields in vain goes to sleep
  private static void letOthersRun() {
    Thread.yield();
  }

  private boolean sleepUntil(BooleanSupplier ready, int from, long nanos) {
    int seen = (int) WORD.getVolatile(words, RUNG);
    lieDown(from);
    try {
      VarHandle.fullFence();
      if (ready.getAsBoolean()) {
        return true;
      }
      boolean woken = sleep.whileEqual(words, seen, nanos);
      boolean there = ready.getAsBoolean();
      if (!woken && there && isNeverRung(seen)) {
        overslept.increment();
      }
      return there;
    } finally {
      getUp();
    }
  }

  /** Several threads of a rank that sleep may wait for different peers: then all wake them. */
  private synchronized void lieDown(int from) {
    WORD.setVolatile(words, AWAITED, sleepers == 0 ? from : ANYBODY);
    WORD.setVolatile(words, SLEEPERS, ++sleepers);
  }

  /** From now on whoever comes wakes who sleeps, until the next one lies down. */
  public void welcomeAll() {
    if ((int) WORD.getVolatile(words, AWAITED) != ANYBODY) {
      WORD.setVolatile(words, AWAITED, ANYBODY);
      VarHandle.fullFence();
    }
  }

  private synchronized void getUp() {
    WORD.setVolatile(words, SLEEPERS, --sleepers);
  }

  /** Whoever published may be about to ring. */
  private boolean isNeverRung(int seen) {
    long end = System.nanoTime() + SLEEP_NANOS_MOST;
    while ((int) WORD.getVolatile(words, RUNG) == seen) {
      if (System.nanoTime() - end > 0) {
        return true;
      }
      letOthersRun();
    }
    return false;
  }

  /** How often a thread slept to the end of its time although what it waited for was there. */
  public long overslept() {
    return overslept.sum();
  }
}
