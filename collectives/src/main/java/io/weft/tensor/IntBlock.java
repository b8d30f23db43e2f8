package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Elements of 32 bits, wrapping around. */
final class IntBlock implements Block {
  private final int[] left = new int[BYTE_COUNT / Integer.BYTES];
  private final int[] right = new int[BYTE_COUNT / Integer.BYTES];
  private int count;

  @Override
  public int capacity() {
    return left.length;
  }

  @Override
  public void load(MemorySegment source, long offset, int count) {
    this.count = count;
    MemorySegment.copy(source, JAVA_INT_UNALIGNED, offset, left, 0, count);
  }

  @Override
  public void combine(Reduction reduction, MemorySegment source, long offset) {
    MemorySegment.copy(source, JAVA_INT_UNALIGNED, offset, right, 0, count);
    switch (reduction) {
      case SUM, MEAN -> add(left, right, count);
      case PRODUCT -> multiply(left, right, count);
      case MIN -> min(left, right, count);
      case MAX -> max(left, right, count);
    }
  }

  @Override
  public void divide(long divisor) {
    for (int i = 0; i < count; i++) {
      left[i] = (int) (left[i] / divisor);
    }
  }

  @Override
  public void store(MemorySegment target, long offset) {
    MemorySegment.copy(left, 0, target, JAVA_INT_UNALIGNED, offset, count);
  }

  private static void add(int[] left, int[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = left[i] + right[i];
    }
  }

  private static void multiply(int[] left, int[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = left[i] * right[i];
    }
  }

  private static void min(int[] left, int[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = Math.min(left[i], right[i]);
    }
  }

  private static void max(int[] left, int[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = Math.max(left[i], right[i]);
    }
  }
}
