package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The sum of the squares of 32-bit floats, in 64 bits: element i is added to lane i mod 16, and the
 * lanes are folded in halves at the end. The squares are exact, and the order of additions is the
 * same on every machine, however wide its vectors are.
 */
public final class SquaredNorm {
  public static final int LANES = 16;
  private static final int STRIDE = LANES * Float.BYTES;

  private SquaredNorm() {}

  public static double of(MemorySegment floats) {
    return of(floats, 0, floats.byteSize(), new double[LANES]);
  }

  /**
   * That of some floats, without allocating anything.
   *
   * @param lanes {@value #LANES} numbers to work with
   */
  public static double of(MemorySegment floats, long offset, long byteCount, double[] lanes) {
    Arrays.fill(lanes, 0);
    long whole = offset + byteCount / STRIDE * STRIDE;
    for (long at = offset; at < whole; at += STRIDE) {
      for (int lane = 0; lane < LANES; lane++) {
        double value = floats.get(JAVA_FLOAT_UNALIGNED, at + (long) lane * Float.BYTES);
        lanes[lane] += value * value;
      }
    }
    for (long at = whole; at < offset + byteCount; at += Float.BYTES) {
      double value = floats.get(JAVA_FLOAT_UNALIGNED, at);
      lanes[(int) ((at - whole) / Float.BYTES)] += value * value;
    }
    for (int half = LANES / 2; half > 0; half /= 2) {
      for (int lane = 0; lane < half; lane++) {
        lanes[lane] += lanes[lane + half];
      }
    }
    return lanes[0];
  }
}
