package io.weft.compression.codec;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.trials.Draw;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/** Inputs for codecs. */
public final class Numbers {
  private Numbers() {}

  /** What gradients may look like: mostly small, some large, some equal, some zero. */
  public static float[] drawn(Draw draw, int count) {
    var random = new SplittableRandom(draw.between(0, 1_000_000));
    int kind = draw.between(0, 4);
    var numbers = new float[count];
    for (int i = 0; i < count; i++) {
      double normal = random.nextGaussian();
      numbers[i] =
          (float)
              switch (kind) {
                case 0 -> normal;
                case 1 -> normal * normal * normal * 1e-3;
                case 2 -> random.nextInt(3) - 1;
                case 3 -> random.nextInt(4) == 0 ? normal * 10 : 0;
                default -> normal * Math.exp(random.nextInt(-20, 5));
              };
    }
    return numbers;
  }

  public static float[] normal(long seed, int count) {
    var random = new SplittableRandom(seed);
    var numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }

  /** Runs that codecs stumble over, of a length. */
  public static List<float[]> odd(int count) {
    return List.of(
        filled(count, 0f),
        filled(count, -0f),
        filled(count, 3.5f),
        filled(count, -1e-3f),
        filled(count, Float.MIN_VALUE),
        filled(count, -Float.MIN_NORMAL),
        filled(count, 1e-42f),
        filled(count, Float.MAX_VALUE));
  }

  /** Runs with one number that is not finite, of a length above 0. */
  public static List<float[]> notFinite(int count) {
    return List.of(
        with(count, Float.POSITIVE_INFINITY, count / 2),
        with(count, Float.NEGATIVE_INFINITY, 0),
        with(count, Float.NaN, count - 1),
        with(count, Float.intBitsToFloat(0xffc0_0001), count / 3));
  }

  private static float[] filled(int count, float value) {
    var numbers = new float[count];
    Arrays.fill(numbers, value);
    return numbers;
  }

  private static float[] with(int count, float special, int at) {
    var numbers = normal(count, count);
    numbers[at] = special;
    return numbers;
  }

  public static MemorySegment segment(Arena arena, float... numbers) {
    var segment = arena.allocate(JAVA_FLOAT, numbers.length);
    MemorySegment.copy(numbers, 0, segment, JAVA_FLOAT, 0, numbers.length);
    return segment;
  }

  public static float[] array(MemorySegment segment) {
    return segment.toArray(JAVA_FLOAT_UNALIGNED);
  }

  /** What a coder with error feedback keeps. */
  public static MemorySegment residual(Map<String, MemorySegment> state) {
    return Objects.requireNonNull(state.get("residual"));
  }

  public static double squaredNorm(float[] numbers) {
    double sum = 0;
    for (float number : numbers) {
      sum += (double) number * number;
    }
    return sum;
  }

  public static float[] minus(float[] left, float[] right) {
    var difference = new float[left.length];
    for (int i = 0; i < left.length; i++) {
      difference[i] = left[i] - right[i];
    }
    return difference;
  }
}
