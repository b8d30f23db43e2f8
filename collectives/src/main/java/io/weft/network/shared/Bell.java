package io.weft.network.shared;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/**
 * Two words of mapped memory by which a rank is woken: how often it was rung, and how many threads
 * sleep. Whoever waits tries for a moment, lets others run for a while, and sleeps then.
 */
public final class Bell {
  static final long BYTES = 64;

  /** The longest sleep: whatever else ends a wait is looked at as often. */
  static final long SLEEP_NANOS_MOST = TimeUnit.MILLISECONDS.toNanos(100);

  private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
  private static final long RUNG = 0;
  private static final long SLEEPERS = 4;

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
  private final LongAdder overslept = new LongAdder();

  Bell(MemorySegment words, Sleep sleep, int ranks) {
    this.words = words.asSlice(0, BYTES);
    this.sleep = sleep;
    boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
    this.looks = crowded ? LOOKS_CROWDED : LOOKS;
    this.yields = crowded ? YIELDS_CROWDED : YIELDS;
  }

  /** Wakes who sleeps. What it is to find has been published before. */
  public void ring() {
    VarHandle.fullFence();
    if ((int) WORD.getVolatile(words, SLEEPERS) != 0) {
      var _ = (int) WORD.getAndAdd(words, RUNG, 1);
      sleep.wake(words);
    }
  }

  /**
   * Waits until something is there, or for a while.
   *
   * @param ready whether it is there; called often
   * @param nanos how long at most; never longer than 100 ms
   * @return whether it is there
   */
  public boolean await(BooleanSupplier ready, long nanos) {
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
    return nanos > 0 && sleepUntil(ready, Math.min(nanos, SLEEP_NANOS_MOST));
  }

  @SuppressWarnings("ThreadPriorityCheck") // a hint only: whoever yields in vain goes to sleep
  private static void letOthersRun() {
    Thread.yield();
  }

  private boolean sleepUntil(BooleanSupplier ready, long nanos) {
    int seen = (int) WORD.getVolatile(words, RUNG);
    var _ = (int) WORD.getAndAdd(words, SLEEPERS, 1);
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
      var _ = (int) WORD.getAndAdd(words, SLEEPERS, -1);
    }
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
