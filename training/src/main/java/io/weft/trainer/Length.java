package io.weft.trainer;

import java.time.Duration;

/** How long training goes on. */
public sealed interface Length {
  /** That many steps in all, those before a checkpoint included. */
  record Steps(long count) implements Length {
    public Steps {
      check("steps", count);
    }
  }

  /** That many times through the data. */
  record Epochs(long count) implements Length {
    public Epochs {
      check("epochs", count);
    }
  }

  /** Until that time is over by the clock of rank 0, and a step or two more. */
  record Time(Duration limit) implements Length {
    public Time {
      if (!limit.isPositive()) {
        throw new IllegalArgumentException("training for %s: give a time above 0".formatted(limit));
      }
    }
  }

  /**
   * How many steps that is at most.
   *
   * @param microStepsPerEpoch through the data once
   * @param microSteps in a step
   */
  default long stepsMost(long microStepsPerEpoch, int microSteps) {
    return switch (this) {
      case Steps(var count) -> count;
      case Epochs(var count) ->
          Math.ceilDiv(Math.multiplyExact(count, microStepsPerEpoch), microSteps);
      case Time _ -> Long.MAX_VALUE;
    };
  }

  private static void check(String what, long count) {
    if (count < 1) {
      throw new IllegalArgumentException("%d %s: give at least 1".formatted(count, what));
    }
  }
}
