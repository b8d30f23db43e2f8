package io.weft.tensor;

import java.lang.foreign.MemorySegment;

/**
 * The loops that look for large magnitudes. The key of a float is its bits without the sign: keys
 * are ordered as magnitudes are, and NaN is above infinity. Segments may lie anywhere; native ones
 * are the fast path. Nothing is allocated per call.
 */
public interface MagnitudeKernels {
  /** How many floats have a key from a least one on. */
  long countFrom(MemorySegment floats, int leastKey);

  /**
   * Writes which of some floats have a key from a least one on, in order.
   *
   * @param first of the floats
   * @param found has room for {@code count}; floats are numbered from the first on
   * @return how many
   */
  int find(MemorySegment floats, long first, int count, int leastKey, int[] found);

  /** The fastest of this JVM: vector ones if it has the module, plain ones otherwise. */
  static MagnitudeKernels best() {
    return BestKernels.MAGNITUDES;
  }

  /** Those that need no incubating module. */
  static MagnitudeKernels plain() {
    return PlainMagnitudes.SHARED;
  }
}
