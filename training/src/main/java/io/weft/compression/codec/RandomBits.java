package io.weft.compression.codec;

/**
 * Random numbers by key and index instead of by order, after SplitMix64 (Steele, Lea and Flood:
 * Fast Splittable Pseudorandom Number Generators, 2014). They are the same on every machine.
 */
public final class RandomBits {
  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;
  private static final float FLOAT_UNIT = 0x1p-24f;
  private static final double DOUBLE_UNIT = 0x1p-53;

  private RandomBits() {}

  static long mix(long key) {
    long z = key + GOLDEN;
    z = (z ^ (z >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return z ^ (z >>> 31);
  }

  public static long at(long key, long index) {
    return mix(key + index * GOLDEN);
  }

  /** From 0 to below 1, in steps of 2⁻²⁴. */
  public static float uniform(long key, long index) {
    return (at(key, index) >>> 40) * FLOAT_UNIT;
  }

  /** From 0 to below 1, in steps of 2⁻⁵³. */
  public static double uniformDouble(long key, long index) {
    return (at(key, index) >>> 11) * DOUBLE_UNIT;
  }

  /** Of the standard normal distribution. */
  public static float gaussian(long key, long index) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniformDouble(key, 2 * index)));
    return (float) (radius * StrictMath.cos(2 * Math.PI * uniformDouble(key, 2 * index + 1)));
  }
}
