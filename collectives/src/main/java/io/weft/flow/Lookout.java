package io.weft.flow;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Looks out for bytes for a moment before whoever waits for them goes to sleep: to be woken, and
 * more so on a processor that has gone to sleep itself, takes longer than a small message travels,
 * or than the pause between two frames of a large one. In between others may run. Where that is in
 * vain, or others run for long, it is tried ever more rarely. For the reading role.
 */
final class Lookout {
  private static final long MOMENT_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final int RESTS_MOST = 64;

  private final LongSupplier nanos;

  /** How many waits go by without a look; and how many still do. */
  private int rests;

  private int restsLeft;

  /** What is looked for. */
  interface Sight {
    boolean isThere() throws IOException;
  }

  Lookout(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void look(Sight sight) throws IOException {
    if (restsLeft > 0) {
      restsLeft--;
    } else if (sight.isThere() || comes(sight)) {
      rests = 0;
    } else {
      rests = Math.min(2 * rests + 1, RESTS_MOST);
      restsLeft = rests;
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // only a hint: who runs meanwhile may be who sends
  private boolean comes(Sight sight) throws IOException {
    long start = nanos.getAsLong();
    boolean there = false;
    while (!there && nanos.getAsLong() - start < MOMENT_NANOS) {
      Thread.yield();
      there = sight.isThere();
    }
    return there && nanos.getAsLong() - start < 2 * MOMENT_NANOS;
  }
}
