package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** Elements of 8 bits, wrapping around. */
final class ByteBlock implements Block {
  private final byte[] left = new byte[BYTE_COUNT];
  private final byte[] right = new byte[BYTE_COUNT];
  private int count;

  @Override
  public int capacity() {
    return left.length;
  }

  @Override
  public void load(MemorySegment source, long offset, int count) {
    this.count = count;
    MemorySegment.copy(source, JAVA_BYTE, offset, left, 0, count);
  }

  @Override
  public void combine(Reduction reduction, MemorySegment source, long offset) {
    MemorySegment.copy(source, JAVA_BYTE, offset, right, 0, count);
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
      left[i] = (byte) (left[i] / divisor);
    }
  }

  @Override
  public void store(MemorySegment target, long offset) {
    MemorySegment.copy(left, 0, target, JAVA_BYTE, offset, count);
  }

  private static void add(byte[] left, byte[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = (byte) (left[i] + right[i]);
    }
  }

  private static void multiply(byte[] left, byte[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = (byte) (left[i] * right[i]);
    }
  }

  private static void min(byte[] left, byte[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = (byte) Math.min(left[i], right[i]);
    }
  }

  private static void max(byte[] left, byte[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = (byte) Math.max(left[i], right[i]);
    }
  }
}
