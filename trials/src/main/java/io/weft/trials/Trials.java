package io.weft.trials;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Checks a property on many random cases that grow from tiny to large, so that the first failure is
 * a small one. A failure names the two settings that replay it. Thorough runs try more.
 */
public final class Trials {
  private static final int COUNT = Integer.getInteger("trial.count", Thorough.either(50, 200));

  private Trials() {}

  public static void forAll(Consumer<Draw> property) {
    Long seed = Long.getLong("trial.seed");
    if (seed != null) {
      property.accept(new Draw(seed, Integer.getInteger("trial.percent", 100)));
      return;
    }
    long base = new SplittableRandom().nextLong();
    for (int i = 1; i <= COUNT; i++) {
      var draw = new Draw(base + i, Math.ceilDiv(100 * i, COUNT));
      try {
        property.accept(draw);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("trial %d of %d; replay with %s".formatted(i, COUNT, draw), e);
      }
    }
  }
}
