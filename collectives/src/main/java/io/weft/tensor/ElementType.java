package io.weft.tensor;

/** How one element of a tensor is laid out in memory, in the machine's byte order. */
public enum ElementType {
  FP32(4),
  FP64(8),
  /** IEEE 754 binary16; arithmetic is done in fp32 and rounded to nearest even. */
  FP16(2),
  /** The upper half of an fp32; arithmetic is done in fp32 and rounded to nearest even. */
  BF16(2),
  INT8(1),
  INT32(4),
  INT64(8);

  private final int byteCount;

  ElementType(int byteCount) {
    this.byteCount = byteCount;
  }

  public int byteCount() {
    return byteCount;
  }

  /** The name used on command lines and in JSON: {@code fp32}. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
