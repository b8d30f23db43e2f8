package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/** Elements that are combined in fp32, whatever their format in memory. */
final class FloatBlock implements Block {
  private final FloatFormat format;
  private final float[] left = new float[FloatFormat.CAPACITY];
  private final float[] right = new float[FloatFormat.CAPACITY];
  private final MemorySegment leftSegment = MemorySegment.ofArray(left);
  private final int[] bits = new int[FloatFormat.CAPACITY];
  private int count;

  FloatBlock(FloatFormat format) {
    this.format = format;
  }

  FloatFormat format() {
    return format;
  }

  @Override
  public int capacity() {
    return left.length;
  }

  @Override
  public void load(MemorySegment source, long offset, int count) {
    this.count = count;
    format.read(source, offset, left, count);
  }

  @Override
  public void combine(Reduction reduction, MemorySegment source, long offset) {
    switch (reduction) {
      case SUM, MEAN -> format.add(source, offset, left, right, count);
      case PRODUCT -> multiply(left, read(source, offset), count);
      case MIN -> min(left, read(source, offset), count);
      case MAX -> max(left, read(source, offset), count);
    }
  }

  private float[] read(MemorySegment source, long offset) {
    format.read(source, offset, right, count);
    return right;
  }

  @Override
  public void divide(long divisor) {
    divide(left, (float) divisor, count);
  }

  @Override
  public void store(MemorySegment target, long offset) {
    storeAs(format, target, offset);
  }

  /** Ends with the accumulator in the target, in another format than it came in. */
  void storeAs(FloatFormat other, MemorySegment target, long offset) {
    if (!other.takesAnyNan()) {
      canonicalise();
    }
    other.write(left, target, offset, count);
  }

  private void canonicalise() {
    MemorySegment.copy(leftSegment, JAVA_INT, 0, bits, 0, count);
    if (anyNan(bits, count)) {
      canonicalise(left, count);
    }
  }

  /** Bits above those of infinity, the sign aside, carry into the sign: an or finds them all. */
  private static boolean anyNan(int[] bits, int count) {
    int carries = 0;
    for (int i = 0; i < count; i++) {
      carries |= (bits[i] & 0x7fff_ffff) + 0x007f_ffff;
    }
    return carries < 0;
  }

  private static void canonicalise(float[] values, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = Float.isNaN(values[i]) ? Float.NaN : values[i];
    }
  }

  private static void multiply(float[] left, float[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = left[i] * right[i];
    }
  }

  private static void min(float[] left, float[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = Math.min(left[i], right[i]);
    }
  }

  private static void max(float[] left, float[] right, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = Math.max(left[i], right[i]);
    }
  }

  private static void divide(float[] left, float divisor, int count) {
    for (int i = 0; i < count; i++) {
      left[i] = left[i] / divisor;
    }
  }
}
