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

  @Override
  public void addRows(
      float[] factors, int rowCount, float[] rows, float[] target, int targetFirst, int count) {
    addRows(0, factors, rowCount, rows, target, targetFirst, count);
  }

  /** From one number on. */
  void addRows(
      int start,
      float[] factors,
      int rowCount,
      float[] rows,
      float[] target,
      int targetFirst,
      int count) {
    for (int row = 0; row < rowCount; row++) {
      for (int j = start; j < count; j++) {
        target[targetFirst + j] += factors[row] * rows[row * count + j];
      }
    }
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
