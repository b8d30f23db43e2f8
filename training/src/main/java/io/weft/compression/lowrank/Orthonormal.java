package io.weft.compression.lowrank;

import io.weft.compression.codec.RandomBits;

/**
 * Makes columns orthonormal by Gram and Schmidt, twice over, with sums in 64 bits. Columns lie one
 * after the other in an array.
 */
final class Orthonormal {
  /** What is left of a column may be so small a part of it before it is but rounding. */
  private static final double NEGLIGIBLE = 1e-6;

  private Orthonormal() {}

  /** Columns that depend on those before them become 0; what is not finite stays so. */
  static void columns(float[] columns, int length, int count) {
    for (int k = 0; k < count; k++) {
      normalise(columns, length, k);
    }
  }

  /** Columns that depend on those before them, or are not finite, are replaced by random ones. */
  static void basis(float[] columns, int length, int count, long key) {
    for (int k = 0; k < count; k++) {
      double norm = normalise(columns, length, k);
      for (int attempt = 0; !(norm > 0 && Double.isFinite(norm)) && attempt < 3; attempt++) {
        for (int i = 0; i < length; i++) {
          long index = ((long) attempt * count + k) * length + i;
          columns[k * length + i] = RandomBits.gaussian(key, index);
        }
        norm = normalise(columns, length, k);
      }
    }
  }

  /**
   * Makes a column orthogonal to those before it, and its norm 1.
   *
   * @return the norm of what was left of the column, 0 if it was set to 0
   */
  private static double normalise(float[] columns, int length, int k) {
    double before = Math.sqrt(dot(columns, length, k, k));
    for (int pass = 0; pass < 2; pass++) {
      for (int other = 0; other < k; other++) {
        subtract(columns, length, k, other, dot(columns, length, k, other));
      }
    }
    double left = Math.sqrt(dot(columns, length, k, k));
    if (left <= before * NEGLIGIBLE) {
      scale(columns, length, k, 0);
      return 0;
    }
    scale(columns, length, k, left);
    return left;
  }

  private static double dot(float[] columns, int length, int left, int right) {
    double even = 0;
    double odd = 0;
    int i = 0;
    for (; i + 1 < length; i += 2) {
      even += (double) columns[left * length + i] * columns[right * length + i];
      odd += (double) columns[left * length + i + 1] * columns[right * length + i + 1];
    }
    if (i < length) {
      even += (double) columns[left * length + i] * columns[right * length + i];
    }
    return even + odd;
  }

  private static void subtract(float[] columns, int length, int k, int other, double share) {
    float factor = (float) share;
    for (int i = 0; i < length; i++) {
      columns[k * length + i] -= factor * columns[other * length + i];
    }
  }

  private static void scale(float[] columns, int length, int k, double norm) {
    for (int i = k * length; i < (k + 1) * length; i++) {
      columns[i] = norm == 0 ? 0 : (float) (columns[i] / norm);
    }
  }
}
