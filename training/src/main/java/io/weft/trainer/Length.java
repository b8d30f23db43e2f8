package io.weft.trainer;

import io.weft.data.Position;
import java.time.Duration;

/** How long training goes on. */
public sealed interface Length {
  /** A hundred years, which fit into a number of nanoseconds. */
  Duration TIME_MOST = Duration.ofDays(36_500);

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
      if (!limit.isPositive() || limit.compareTo(TIME_MOST) > 0) {
        throw new IllegalArgumentException(
            "training for %s: give a time above 0, of at most %d days"
                .formatted(limit, TIME_MOST.toDays()));
      }
    }
  }

  /**
   * How many steps that is at most, from the first on.
   *
   * @param microStepsPerEpoch through the data once
   * @param microSteps in a step
   */
  default long stepsMost(long microStepsPerEpoch, int microSteps) {
    return stepsMost(0, Position.START, microStepsPerEpoch, microSteps);
  }

  /**
   * The same where training goes on, perhaps with epochs of another number of steps than before.
   *
   * @param made how many steps were made before
   * @param next the micro-step that comes next
   */
  default long stepsMost(long made, Position next, long microStepsPerEpoch, int microSteps) {
    return switch (this) {
      case Steps(var count) -> count;
      case Epochs(var count) -> {
        long left = Math.multiplyExact(count - next.epoch(), microStepsPerEpoch) - next.step();
        yield made + Math.ceilDiv(Math.max(0, left), microSteps);
      }
      case Time _ -> Long.MAX_VALUE;
    };
  }

  private static void check(String what, long count) {
    if (count < 1) {
      throw new IllegalArgumentException("%d %s: give at least 1".formatted(count, what));
    }
  }
}
