package io.weft.compression.sparsification;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;

/**
 * About the k largest magnitudes, with their positions: those above an estimated threshold, from
 * 2k/3 to 4k/3 of them.
 *
 * <p>Payload: 4 bytes, and 8 for each number sent.
 */
sealed interface AboutK extends Codec permits SampledTopK, GaussianK {
  /** k/d. */
  Density density();

  /** How the threshold of so many numbers is estimated. */
  Estimate estimate(long count);

  @Override
  default Promise promise() {
    return Promise.CONTRACTION;
  }

  @Override
  default Combining combining() {
    return Combining.GATHER;
  }

  @Override
  default long payloadBytes(long count) {
    long most = EstimatedTopK.most(density().of(count), count);
    return SparseList.COUNT_BYTES + most * SparseList.ENTRY_BYTES;
  }

  @Override
  default boolean fixed() {
    return false;
  }

  @Override
  default boolean sparse() {
    return true;
  }

  @Override
  default Coder open(long count, Arena arena) {
    Operands.count(name(), count);
    return new EstimatedTopK(this, density(), count, estimate(count), new SparseList(name()));
  }
}
