package io.weft.trials;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * How much a test tries: a sample with {@code mvn verify}, everything with {@code -Pthorough}. A
 * test that asks is tagged {@code sampled}, so that the thorough run knows that it has more to do.
 */
public final class Thorough {
  /** Of each class that draws samples its own, so that a class can be run again alone. */
  private static final Map<Class<?>, SplittableRandom> RANDOMS = new ConcurrentHashMap<>();

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
   * All cases, or so many of them by chance, in their order. The line that a class prints with its
   * first sample names the setting that draws the same ones when the whole class is run again.
   */
  public static <T> List<T> sample(int count, List<T> all) {
    return isOn() || count >= all.size() ? List.copyOf(all) : draw(count, all, random(caller()));
  }

  /** Whole numbers from low to high, both included: all of them, or so many by chance. */
  public static List<Integer> sample(int count, int low, int high) {
    return sample(count, IntStream.rangeClosed(low, high).boxed().toList());
  }

  private static SplittableRandom random(Class<?> caller) {
    return RANDOMS.computeIfAbsent(
        caller,
        _ -> {
          long seed = Long.getLong("trial.seed", new SplittableRandom().nextLong());
          IO.println(
              "%s tries a sample; draw the same one with -Dtest=%s -Dtrial.seed=%d"
                  .formatted(caller.getName(), caller.getSimpleName(), seed));
          return new SplittableRandom(seed);
        });
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

  private static Class<?> caller() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type != Thorough.class)
                    .findFirst())
        .orElse(Thorough.class);
  }
}
