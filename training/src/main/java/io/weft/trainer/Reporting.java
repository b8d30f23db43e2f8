package io.weft.trainer;

/** After which steps the loss is agreed on and told; always after the last. */
public sealed interface Reporting {
  /** Between two reports of a run that is as long as a time. */
  long STEPS_UNKNOWN = 10;

  /** So many times, evenly; after every tenth step where nobody knows how many there will be. */
  record Spread(int count) implements Reporting {
    public Spread {
      check(count);
    }
  }

  /** After every so many steps. */
  record Every(long steps) implements Reporting {
    public Every {
      check(steps);
    }
  }

  /** After each of the last steps. */
  record Last(long steps) implements Reporting {
    public Last {
      check(steps);
    }
  }

  /**
   * Whether it is due after a step.
   *
   * @param first how many steps were made before
   * @param steps how many are made at most
   */
  default boolean isDue(long step, long first, long steps) {
    return switch (this) {
      case Spread _ when steps == Long.MAX_VALUE -> step % STEPS_UNKNOWN == 0;
      case Spread(var count) -> step % Math.max(1, (steps - first) / count) == 0;
      case Every(var each) -> step % each == 0;
      case Last(var count) -> step > steps - count;
    };
  }

  private static void check(long count) {
    if (count < 1) {
      throw new IllegalArgumentException("%d reports or steps: give at least 1".formatted(count));
    }
  }
}
