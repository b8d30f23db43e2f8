package io.weft.trials;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * How much a test tries: a sample with {@code mvn verify}, everything with {@code -Pthorough}. A
 * test that asks is tagged {@code sampled}, so that the thorough run knows that it has more to do.
 */
public final class Thorough {
  private Thorough() {}

  /** Whether everything is to be tried. */
  public static boolean isOn() {
    return Boolean.getBoolean("trial.thorough");
  }

  /** One of two sizes. */
  public static int either(int usual, int thorough) {
    return isOn() ? thorough : usual;
  }

  /** One of two cases or lists of them. */
  public static <T> T either(T usual, T thorough) {
    return isOn() ? thorough : usual;
  }

  /**
   * All cases, or so many of them by chance, in their order. The line that it prints names the
   * setting that draws the same ones.
   */
  public static <T> List<T> sample(int count, List<T> all) {
    if (isOn() || count >= all.size()) {
      return List.copyOf(all);
    }
    Long given = Long.getLong("trial.seed");
    long seed = given != null ? given : new SplittableRandom().nextLong();
    IO.println(
        "%s: %d of %d cases, drawn with -Dtrial.seed=%d"
            .formatted(caller(), count, all.size(), seed));
    return draw(count, all, new SplittableRandom(seed));
  }

  /** Whole numbers from low to high, both included: all of them, or so many by chance. */
  public static List<Integer> sample(int count, int low, int high) {
    return sample(count, IntStream.rangeClosed(low, high).boxed().toList());
  }

  static <T> List<T> draw(int count, List<T> all, SplittableRandom random) {
    var drawn = new ArrayList<T>(count);
    for (int i = 0; i < all.size(); i++) {
      if (random.nextInt(all.size() - i) < count - drawn.size()) {
        drawn.add(all.get(i));
      }
    }
    return List.copyOf(drawn);
  }

  private static String caller() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type != Thorough.class)
                    .findFirst())
        .map(Class::getSimpleName)
        .orElse("a test");
  }
}
