package io.weft.compression.quantisation;

/** Rounding to an integer at random, so that the mean is right. */
final class StochasticLevel {
  private StochasticLevel() {}

  /**
   * The level of a number.
   *
   * @param chance from 0 to below 1; what is left above the next smaller magnitude is compared with
   *     it
   * @return from {@code -most} to {@code most}; 0 for NaN
   */
  static int of(float number, float chance, int most) {
    float magnitude = Math.abs(number);
    int below = (int) Math.min(magnitude, most);
    int level = magnitude - below > chance ? below + 1 : below;
    int kept = Math.min(level, most);
    return number < 0 ? -kept : kept;
  }
}
