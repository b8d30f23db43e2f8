package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/** Elements of fp64. */
final class DoubleBlock implements Block {
  private final double[] left = new double[BYTE_COUNT / Double.BYTES];
  private final double[] right = new double[BYTE_COUNT / Double.BYTES];
  private final MemorySegment leftSegment = MemorySegment.ofArray(left);
  private final long[] bits = new long[BYTE_COUNT / Double.BYTES];
  private int count;

  @Override
  public int capacity() {
    return left.length;
  }

  @Override
  public void load(MemorySegment source, long offset, int count) {
    this.count = count;
    MemorySegment.copy(source, JAVA_DOUBLE_UNALIGNED, offset, left, 0, count);
  }

  @Override
  public void combine(Reduction reduction, MemorySegment source, long offset) {
    MemorySegment.copy(source, JAVA_DOUBLE_UNALIGNED, offset, right, 0, count);
    switch (reduction) {
      case SUM, MEAN -> add(left, right, count);
      case PRODUCT -> multiply(left, right, count);
      case MIN -> min(left, right, count);
      case MAX -> max(left, right, count);
    }
  }

  @Override
  public void divide(long divisor) {
    divide(left, (double) divisor, count);
  }

  @Override
  public void store(MemorySegment target, long offset) {
    MemorySegment.copy(leftSegment, JAVA_LONG, 0, bits, 0, count);
    if (anyNan(bits, count)) {
      canonicalise(left, count);
    }
    MemorySegment.copy(left, 0, target, JAVA_DOUBLE_UNALIGNED, offset, count);
  }

  /** Bits above those of infinity, the sign aside, carry into the sign: an or finds them all. */
  private static boolean anyNan(long[] bits, int count) {
    long carries = 0;
    for (int i = 0; i < count; i++) {
      carries |= (bits[i] & Long.MAX_VALUE) + 0x000f_ffff_ffff_ffffL;
    }
    return carries < 0;
  }

  private static void canonicalise(double[] values, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = Double.isNaN(values[i]) ? Double.NaN : values[i];
    }
  }

  private static void add(double[] left, double[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = left[i] + right[i];
    }
  }

  private static void multiply(double[] left, double[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = left[i] * right[i];
    }
  }

  private static void min(double[] left, double[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = Math.min(left[i], right[i]);
    }
  }

  private static void max(double[] left, double[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = Math.max(left[i], right[i]);
    }
  }

  private static void divide(double[] left, double divisor, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = left[i] / divisor;
    }
  }
}
