package io.weft.tensor;

import java.lang.foreign.MemorySegment;

/**
 * A few elements of some tensors, on their way through heap arrays: loops over arrays are what the
 * JIT turns into vector instructions without the Vector API. Holds an accumulator between calls and
 * belongs to one thread. Offsets are in bytes.
 */
sealed interface Block permits FloatBlock, DoubleBlock, ByteBlock, IntBlock, LongBlock {
  /** Of each array: two arrays and the memory they mirror stay in the first-level cache. */
  int BYTE_COUNT = 4096;

  /** The most elements that fit. */
  int capacity();

  /** Starts with {@code count} elements. */
  void load(MemorySegment source, long offset, int count);

  /** Combines as many elements as were loaded with the accumulator, which is on the left. */
  void combine(Reduction reduction, MemorySegment source, long offset);

  void divide(long divisor);

  /** Ends with the accumulator in the target. */
  void store(MemorySegment target, long offset);
}
