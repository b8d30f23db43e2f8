package io.weft.compression.sparsification;

import java.lang.foreign.MemorySegment;

/** A way to guess the magnitude that a given number of magnitudes reach, cheaper than to select. */
interface Estimate {
  /** A first guess. */
  float threshold(long key, MemorySegment numbers, long k);

  /** How often a guess may be corrected before the k largest are selected exactly. */
  int corrections();

  /** A correction of a guess that too few or too many reach. */
  float corrected(float threshold, boolean tooFew);
}
