package io.weft.tensor;

import java.util.Arrays;

/** Sums of products without the incubating module. */
final class PlainDots implements DotKernels {
  static final PlainDots SHARED = new PlainDots();

  /** Lanes to work with. */
  static final ThreadLocal<float[]> SUMS = ThreadLocal.withInitial(() -> new float[LANES]);

  private PlainDots() {}

  @Override
  public float dot(float[] left, int leftFirst, float[] right, int rightFirst, int count) {
    var sums = SUMS.get();
    Arrays.fill(sums, 0);
    for (int i = 0; i < count; i++) {
      sums[i % LANES] += left[leftFirst + i] * right[rightFirst + i];
    }
    return folded(sums);
  }

  /** Leaves the sums in disorder. */
  static float folded(float[] sums) {
    for (int half = LANES / 2; half > 0; half /= 2) {
      for (int lane = 0; lane < half; lane++) {
        sums[lane] += sums[lane + half];
      }
    }
    return sums[0];
  }
}
