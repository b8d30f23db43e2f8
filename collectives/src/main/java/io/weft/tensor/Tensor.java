package io.weft.tensor;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * A typed, contiguous run of memory. It is a view: the memory belongs to whoever made it and must
 * outlive every operation on the view.
 *
 * @param segment exactly {@code count} elements long
 */
public record Tensor(MemorySegment segment, ElementType type, long count) {
  public Tensor {
    long width = type.byteCount();
    if (count < 0 || count > segment.byteSize() / width) {
      throw new IllegalArgumentException(
          ("a tensor of %d %s elements needs %s bytes and the segment has %d:"
                  + " give a longer segment or a smaller count")
              .formatted(
                  count,
                  type.label(),
                  BigInteger.valueOf(count).multiply(BigInteger.valueOf(width)),
                  segment.byteSize()));
    }
    segment = segment.asSlice(0, count * width);
  }

  /** All of a segment, which must hold a whole number of elements. */
  public static Tensor of(MemorySegment segment, ElementType type) {
    if (segment.byteSize() % type.byteCount() != 0) {
      throw new IllegalArgumentException(
          "a segment of %d bytes is not a whole number of %s elements of %d bytes: slice it first"
              .formatted(segment.byteSize(), type.label(), type.byteCount()));
    }
    return new Tensor(segment, type, segment.byteSize() / type.byteCount());
  }

  /** What lies between the position and the limit of a direct buffer. */
  public static Tensor of(ByteBuffer buffer, ElementType type) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException(
          "the byte buffer is on the heap: allocate it with ByteBuffer.allocateDirect, or pass the array");
    }
    return of(writable(buffer), type);
  }

  public static Tensor of(float[] array) {
    return of(MemorySegment.ofArray(array), ElementType.FP32);
  }

  public static Tensor of(double[] array) {
    return of(MemorySegment.ofArray(array), ElementType.FP64);
  }

  /** Elements of 16 bits: {@code FP16} or {@code BF16}. */
  public static Tensor of(short[] array, ElementType type) {
    if (type != ElementType.FP16 && type != ElementType.BF16) {
      throw new IllegalArgumentException(
          "a short[] holds fp16 or bf16, not %s".formatted(type.label()));
    }
    return of(MemorySegment.ofArray(array), type);
  }

  public static Tensor of(byte[] array) {
    return of(MemorySegment.ofArray(array), ElementType.INT8);
  }

  public static Tensor of(int[] array) {
    return of(MemorySegment.ofArray(array), ElementType.INT32);
  }

  public static Tensor of(long[] array) {
    return of(MemorySegment.ofArray(array), ElementType.INT64);
  }

  /** The elements from {@code first} on, {@code count} of them. */
  public Tensor slice(long first, long count) {
    if (first < 0 || count < 0 || first > this.count - count) {
      throw new IllegalArgumentException(
          "elements %d to %d lie outside a tensor of %d"
              .formatted(first, first + count, this.count));
    }
    long width = type.byteCount();
    return new Tensor(segment.asSlice(first * width, count * width), type, count);
  }

  public long byteCount() {
    return segment.byteSize();
  }

  private static MemorySegment writable(Buffer buffer) {
    if (buffer.isReadOnly()) {
      throw new IllegalArgumentException("the byte buffer is read-only: results are written to it");
    }
    return MemorySegment.ofBuffer(buffer);
  }
}
