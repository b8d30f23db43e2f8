package io.weft.tensor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Where the memory of a test lies. */
enum Place {
  NATIVE,
  NATIVE_AT_AN_ODD_ADDRESS,
  ARRAY,
  BYTES_AT_AN_ODD_OFFSET;

  private static final byte FENCE = 0x5a;
  private static final int FENCE_BYTES = 8;

  /** Some memory in the midst of other memory; the garbage collector frees it. */
  Fenced allocate(ElementType type, int byteCount) {
    int all = byteCount + 4 * FENCE_BYTES;
    var whole =
        switch (this) {
          case NATIVE, NATIVE_AT_AN_ODD_ADDRESS -> Arena.ofAuto().allocate(all, 64);
          case ARRAY -> array(type, all);
          case BYTES_AT_AN_ODD_OFFSET -> MemorySegment.ofArray(new byte[all]);
        };
    whole.fill(FENCE);
    int start =
        switch (this) {
          case NATIVE, ARRAY -> FENCE_BYTES;
          case NATIVE_AT_AN_ODD_ADDRESS, BYTES_AT_AN_ODD_OFFSET -> FENCE_BYTES + 1;
        };
    return new Fenced(whole, whole.asSlice(start, byteCount));
  }

  private static MemorySegment array(ElementType type, int byteCount) {
    int count = Math.ceilDiv(byteCount, type.byteCount());
    return switch (type) {
      case FP32 -> MemorySegment.ofArray(new float[count]);
      case FP64 -> MemorySegment.ofArray(new double[count]);
      case FP16, BF16 -> MemorySegment.ofArray(new short[count]);
      case INT8 -> MemorySegment.ofArray(new byte[count]);
      case INT32 -> MemorySegment.ofArray(new int[count]);
      case INT64 -> MemorySegment.ofArray(new long[count]);
    };
  }

  /** Memory with a fence of known bytes around it. */
  record Fenced(MemorySegment whole, MemorySegment inner) {
    boolean isIntact() {
      long start = inner.address() - whole.address();
      return allFence(whole.asSlice(0, start)) && allFence(whole.asSlice(start + inner.byteSize()));
    }

    private static boolean allFence(MemorySegment segment) {
      for (byte found : segment.toArray(ValueLayout.JAVA_BYTE)) {
        if (found != FENCE) {
          return false;
        }
      }
      return true;
    }
  }
}
