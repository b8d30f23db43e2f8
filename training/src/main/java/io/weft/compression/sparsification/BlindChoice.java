package io.weft.compression.sparsification;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;

/**
 * k numbers at places that all ranks draw alike, whatever the numbers are: no positions travel, and
 * payloads can be added up. What is not finite might not be chosen, and is refused.
 *
 * <p>Payload: 4k bytes.
 */
sealed interface BlindChoice extends Codec permits RandomK, RandomBlock {
  /** k/d. */
  Density density();

  Scaling scaling();

  /** Where the numbers of a moment are. */
  Places places(long count);

  /** Places from 0 to below the count, each at most once. */
  interface Places {
    /** What is drawn once per moment. */
    long draw(Moment moment);

    /** The place of the i-th of the k numbers. */
    long at(long drawn, long i);
  }

  @Override
  default Promise promise() {
    return scaling() == Scaling.UNBIASED ? Promise.UNBIASED : Promise.SELECTION;
  }

  @Override
  default Combining combining() {
    return Combining.SUM_FP32;
  }

  @Override
  default long payloadBytes(long count) {
    return density().of(count) * Float.BYTES;
  }

  @Override
  default boolean sparse() {
    return true;
  }

  @Override
  default Coder open(long count, Arena arena) {
    return new BlindChooser(this, count);
  }
}
