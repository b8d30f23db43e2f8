package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** The scale of a block of numbers: that of the largest magnitude, which becomes the last level. */
final class BlockScale {
  /** How many neighbours share a scale. */
  static final int BLOCK = 256;

  private BlockScale() {}

  /** Rounded up where it has too few bits to be near: no number lies beyond the last level. */
  static float of(float largest, int levels) {
    float scale = largest / levels;
    return scale < Float.MIN_NORMAL && scale * levels < largest ? Math.nextUp(scale) : scale;
  }

  /** What to divide by: 1 where all numbers are 0. */
  static float divisor(float scale) {
    return scale == 0 ? 1 : scale;
  }

  static void store(MemorySegment payload, long block, float scale) {
    payload.set(JAVA_FLOAT_UNALIGNED, block * Float.BYTES, Float.isNaN(scale) ? Float.NaN : scale);
  }

  static float load(MemorySegment payload, long block) {
    return payload.get(JAVA_FLOAT_UNALIGNED, block * Float.BYTES);
  }
}
