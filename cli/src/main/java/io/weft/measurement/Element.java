package io.weft.measurement;

import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;

/** Single elements of any type, as doubles. */
final class Element {
  /** Small, so that every type holds them, and prime, so that no block repeats another. */
  private static final int VALUES = 101;

  private Element() {}

  /** Fills a tensor with whole numbers that depend on a seed and on the index. */
  static void fill(Tensor tensor, long seed) {
    for (long i = 0; i < tensor.count(); i++) {
      set(tensor, i, value(seed, i));
    }
  }

  static double value(long seed, long index) {
    return (seed * 31 + index) % VALUES;
  }

  /** How many elements are not what {@link #fill} writes. */
  static long wrong(Tensor tensor, long seed) {
    return LongStream.range(0, tensor.count())
        .filter(index -> get(tensor, index) != value(seed, index))
        .count();
  }

  static void spoil(Tensor tensor) {
    if (tensor.count() > 0) {
      set(tensor, 0, get(tensor, 0) + 1);
    }
  }

  static double get(Tensor tensor, long index) {
    MemorySegment memory = tensor.segment();
    return switch (tensor.type()) {
      case FP32 -> memory.getAtIndex(ValueLayout.JAVA_FLOAT, index);
      case FP64 -> memory.getAtIndex(ValueLayout.JAVA_DOUBLE, index);
      case FP16 -> Float.float16ToFloat(memory.getAtIndex(ValueLayout.JAVA_SHORT, index));
      case BF16 -> Float.intBitsToFloat(memory.getAtIndex(ValueLayout.JAVA_SHORT, index) << 16);
      case INT8 -> memory.get(ValueLayout.JAVA_BYTE, index);
      case INT32 -> memory.getAtIndex(ValueLayout.JAVA_INT, index);
      case INT64 -> memory.getAtIndex(ValueLayout.JAVA_LONG, index);
    };
  }

  static void set(Tensor tensor, long index, double value) {
    MemorySegment memory = tensor.segment();
    switch (tensor.type()) {
      case FP32 -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
      case FP64 -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
      case FP16 ->
          memory.setAtIndex(ValueLayout.JAVA_SHORT, index, Float.floatToFloat16((float) value));
      case BF16 -> memory.setAtIndex(ValueLayout.JAVA_SHORT, index, bfloat16((float) value));
      case INT8 -> memory.set(ValueLayout.JAVA_BYTE, index, (byte) (long) value);
      case INT32 -> memory.setAtIndex(ValueLayout.JAVA_INT, index, (int) (long) value);
      case INT64 -> memory.setAtIndex(ValueLayout.JAVA_LONG, index, (long) value);
    }
  }

  private static short bfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
  }

  /** The value as the type stores it. */
  static double rounded(ElementType type, double value) {
    return switch (type) {
      case FP64 -> value;
      case FP32 -> (float) value;
      case FP16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
      case BF16 -> Float.intBitsToFloat(bfloat16((float) value) << 16);
      case INT8 -> (byte) (long) value;
      case INT32 -> (int) (long) value;
      case INT64 -> (long) value;
    };
  }

  static double mean(ElementType type, double sum, int ranks) {
    return switch (type) {
      case INT8, INT32, INT64 -> Math.floor(rounded(type, sum) / ranks);
      case FP64 -> sum / ranks;
      case FP32, FP16, BF16 -> rounded(type, (float) rounded(type, sum) / (float) ranks);
    };
  }
}
