package io.weft.compression.lowrank;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Copies factors of one matrix after the other to memory and back. */
final class FactorMemory {
  private FactorMemory() {}

  static long store(float[] factor, MemorySegment target, long element) {
    MemorySegment.copy(
        factor, 0, target, JAVA_FLOAT_UNALIGNED, element * Float.BYTES, factor.length);
    return element + factor.length;
  }

  static long load(MemorySegment source, long element, float[] factor) {
    MemorySegment.copy(
        source, JAVA_FLOAT_UNALIGNED, element * Float.BYTES, factor, 0, factor.length);
    return element + factor.length;
  }
}
