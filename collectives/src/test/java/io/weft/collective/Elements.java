package io.weft.collective;

import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads and writes single elements of any type, slowly and plainly: the oracle's hands. */
final class Elements {
  /** The ways in which a caller can hold data. */
  enum Form {
    SEGMENT,
    DIRECT_BUFFER,
    ARRAY
  }

  private Elements() {}

  static Tensor allocate(Form form, ElementType type, int count) {
    int bytes = count * type.byteCount();
    return switch (form) {
      case SEGMENT -> Tensor.of(Arena.ofAuto().allocate(bytes, 64), type);
      case DIRECT_BUFFER ->
          Tensor.of(ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()), type);
      case ARRAY ->
          switch (type) {
            case FP32 -> Tensor.of(new float[count]);
            case FP64 -> Tensor.of(new double[count]);
            case FP16, BF16 -> Tensor.of(new short[count], type);
            case INT8 -> Tensor.of(new byte[count]);
            case INT32 -> Tensor.of(new int[count]);
            case INT64 -> Tensor.of(new long[count]);
          };
    };
  }

  static double get(Tensor tensor, long index) {
    MemorySegment memory = tensor.segment();
    long at = index * tensor.type().byteCount();
    return switch (tensor.type()) {
      case FP32 -> memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      case FP64 -> memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      case FP16 -> Float.float16ToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
      case BF16 -> Float.intBitsToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) << 16);
      case INT8 -> memory.get(ValueLayout.JAVA_BYTE, at);
      case INT32 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      case INT64 -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    };
  }

  /** Stores a value that the type holds exactly, or an fp16 or bf16 rounded to nearest even. */
  static void set(Tensor tensor, long index, double value) {
    MemorySegment memory = tensor.segment();
    long at = index * tensor.type().byteCount();
    switch (tensor.type()) {
      case FP32 -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
      case FP64 -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
      case FP16 ->
          memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16((float) value));
      case BF16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, toBfloat16((float) value));
      case INT8 -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
      case INT32 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
      case INT64 -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, (long) value);
    }
  }

  private static short toBfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    int even = (bits >>> 16) & 1;
    return (short) ((bits + 0x7FFF + even) >>> 16);
  }
}
