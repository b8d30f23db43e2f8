package io.weft.tensor;

import java.lang.foreign.MemorySegment;

/**
 * The loops that pack floats into bytes and bits. Segments may lie anywhere; native ones are the
 * fast path. Nothing is allocated per call, and every method may be called by many threads at once,
 * on memory that they do not share.
 *
 * <p>Numbers are packed in strides of {@value #LANES}, so that vectors are packed without
 * reordering and the result does not depend on how wide they are. Of {@value #BYTE_GROUP} numbers
 * that become bytes, number i is byte {@code i / 4 + i % 4 * 4}; of {@value #BIT_GROUP} that become
 * bits, number i is bit {@code i / 4} of the 32-bit word {@code i % 4}. What remains after the last
 * whole group is packed in order, bits from the lowest of each byte on.
 *
 * <p>As with {@link Kernels}, implementations give bit-equal results.
 */
public interface PackingKernels {
  int LANES = 4;
  int BYTE_GROUP = 16;
  int BIT_GROUP = 128;

  /** The largest magnitude of some floats: 0 of none, NaN if one of them is. */
  float largest(MemorySegment floats, long offset, int count);

  /**
   * Rounds {@code x / scale} to the nearest integer, ties to even, of which the lowest byte is
   * kept; NaN becomes 0.
   */
  void toBytes(
      MemorySegment floats,
      long floatOffset,
      int count,
      float scale,
      MemorySegment bytes,
      long byteOffset);

  /** Adds {@code weight × (scale × byte)} to each of some floats. */
  void addBytes(
      float scale,
      float weight,
      MemorySegment bytes,
      long byteOffset,
      MemorySegment floats,
      long floatOffset,
      int count);

  /** Takes the sign bits of all floats; 1 is negative. */
  void toBits(MemorySegment floats, MemorySegment bits);

  /** Adds one of two numbers to each float: which one, its bit says. */
  void addBits(MemorySegment bits, float ifZero, float ifOne, MemorySegment floats);

  /** Where number i of {@code count} lies, as a byte. */
  static int bytePlace(int i, int count) {
    int group = i / BYTE_GROUP * BYTE_GROUP;
    int in = i - group;
    return count - group < BYTE_GROUP ? i : group + in / LANES + in % LANES * LANES;
  }

  /** Where number i of {@code count} lies, as a bit; bit b is bit b mod 8 of byte b / 8. */
  static long bitPlace(long i, long count) {
    long group = i / BIT_GROUP * BIT_GROUP;
    long in = i - group;
    return count - group < BIT_GROUP ? i : group + in % LANES * Integer.SIZE + in / LANES;
  }

  /** The fastest of this JVM: vector ones if it has the module, plain ones otherwise. */
  static PackingKernels best() {
    return BestKernels.PACKING;
  }

  /** Those that need no incubating module. */
  static PackingKernels plain() {
    return PlainPacking.SHARED;
  }
}
