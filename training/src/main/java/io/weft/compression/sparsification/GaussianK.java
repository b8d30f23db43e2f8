package io.weft.compression.sparsification;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;

/**
 * About the k largest magnitudes, with their positions: those above a threshold that fits a normal
 * distribution (Shi et al., Understanding Top-k Sparsification in Distributed Deep Learning, 2019),
 * from 2k/3 to 4k/3 of them. Meant to be used with error feedback.
 *
 * <p>Payload: 4 bytes, and 8 for each number sent.
 *
 * @param density k/d
 */
public record GaussianK(Density density) implements Codec {
  @Override
  public String name() {
    return "gaussian-k";
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
    var estimate = new GaussianThreshold();
    return new EstimatedTopK(this, density, count, estimate, new SparseList(name()));
  }
}
