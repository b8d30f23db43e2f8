package io.weft.trials;

import java.util.List;
import java.util.SplittableRandom;

/** The random values of one trial: the same seed and percent draw the same case. */
public final class Draw {
  private final long seed;
  private final int percent;
  private final SplittableRandom random;

  Draw(long seed, int percent) {
    this.seed = seed;
    this.percent = percent;
    this.random = new SplittableRandom(seed);
  }

  /** A value from low to high, both included, near low in early trials. */
  public int between(int low, int high) {
    long span = Math.ceilDiv(((long) high - low) * percent, 100L);
    return (int) (low + random.nextLong(span + 1));
  }

  /** Any of the values, whatever the trial. */
  public <T> T oneOf(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Any number, whatever the trial. */
  public int any() {
    return random.nextInt();
  }

  @Override
  public String toString() {
    return "-Dtrial.seed=%d -Dtrial.percent=%d".formatted(seed, percent);
  }
}
