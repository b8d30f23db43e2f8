package io.weft.compression.sparsification;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;

/**
 * About the k largest magnitudes, with their positions: those above a threshold estimated from a
 * random sample (Lin et al., Deep Gradient Compression, 2018, section 3), from 2k/3 to 4k/3 of
 * them. Meant to be used with error feedback.
 *
 * <p>Payload: 4 bytes, and 8 for each number sent.
 *
 * @param density k/d
 * @param sample which share of the numbers the threshold is estimated from
 */
public record SampledTopK(Density density, double sample) implements Codec {
  public SampledTopK {
    if (!(sample > 0 && sample <= 1)) {
      throw new IllegalArgumentException(
          "a sample of %s of all: above 0 and at most 1".formatted(sample));
    }
  }

  @Override
  public String name() {
    return "top-k-sampled";
  }

  @Override
  public Promise promise() {
    return Promise.CONTRACTION;
  }

  @Override
  public Combining combining() {
    return Combining.GATHER;
  }

  @Override
  public long payloadBytes(long count) {
    long most = EstimatedTopK.most(density.of(count), count);
    return SparseList.COUNT_BYTES + most * SparseList.ENTRY_BYTES;
  }

  @Override
  public boolean fixed() {
    return false;
  }

  @Override
  public boolean sparse() {
    return true;
  }

  @Override
  public Coder open(long count, Arena arena) {
    Operands.count(name(), count);
    var estimate = new SampledThreshold(count, sample);
    return new EstimatedTopK(this, density, count, estimate, new SparseList(name()));
  }
}
