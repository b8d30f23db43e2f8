package io.weft.trainer;

import java.time.Duration;

/** When something is due again and again. */
public sealed interface Interval {
  /** At the end only. */
  record Never() implements Interval {}

  /** After every so many steps. */
  record Steps(long count) implements Interval {
    public Steps {
      check("steps", count);
    }
  }

  /** After every so many times through the data. */
  record Epochs(long count) implements Interval {
    public Epochs {
      check("epochs", count);
    }
  }

  /** Whenever so much time has passed by the clock of rank 0, and a step or two more. */
  record Time(Duration length) implements Interval {
    public Time {
      if (!length.isPositive() || length.compareTo(Length.TIME_MOST) > 0) {
        throw new IllegalArgumentException(
            "every %s: give a time above 0, of at most %d days"
                .formatted(length, Length.TIME_MOST.toDays()));
      }
    }
  }

  static Interval never() {
    return new Never();
  }

  static Interval steps(long count) {
    return new Steps(count);
  }

  static Interval epochs(long count) {
    return new Epochs(count);
  }

  static Interval time(Duration length) {
    return new Time(length);
  }

  /**
   * Whether it is due after a step.
   *
   * @param asked whether ranks have agreed that the time has come
   */
  default boolean isDue(Stride stride, boolean asked) {
    return switch (this) {
      case Never _ -> false;
      case Steps(var count) -> stride.step() % count == 0;
      case Epochs(var count) -> stride.after().epoch() / count > stride.before().epoch() / count;
      case Time _ -> asked;
    };
  }

  private static void check(String what, long count) {
    if (count < 1) {
      throw new IllegalArgumentException("every %d %s: give at least 1".formatted(count, what));
    }
  }
}
