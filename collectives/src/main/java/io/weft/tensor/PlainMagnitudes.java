package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Looking for large magnitudes without the incubating module. */
final class PlainMagnitudes implements MagnitudeKernels {
  static final PlainMagnitudes SHARED = new PlainMagnitudes();

  /** The bits of a float but the sign. */
  static final int MAGNITUDE = 0x7fff_ffff;

  private PlainMagnitudes() {}

  @Override
  public long countFrom(MemorySegment floats, int leastKey) {
    return countFrom(0, floats, leastKey);
  }

  long countFrom(long start, MemorySegment floats, int leastKey) {
    long count = 0;
    long total = floats.byteSize() / Integer.BYTES;
    for (long i = start; i < total; i++) {
      count += key(floats, i) >= leastKey ? 1 : 0;
    }
    return count;
  }

  @Override
  public int find(MemorySegment floats, long first, int count, int leastKey, int[] found) {
    int hits = 0;
    for (int i = 0; i < count; i++) {
      found[hits] = i;
      hits += key(floats, first + i) >= leastKey ? 1 : 0;
    }
    return hits;
  }

  static int key(MemorySegment floats, long i) {
    return floats.get(JAVA_INT_UNALIGNED, i * Integer.BYTES) & MAGNITUDE;
  }
}
