package io.weft.compression.quantisation;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;

/**
 * The signs of Lion's direction c = β₁m + (1 − β₁)g, of which the majority of the ranks counts;
 * each rank keeps its own m, which becomes β₂m + (1 − β₂)g (Liu et al., Communication Efficient
 * Distributed Training with Distributed Lion, 2024, with majority vote).
 *
 * <p>Payload: ⌈d/8⌉ bytes.
 */
public record LionSign(float beta1, float beta2) implements Codec {
  @Override
  public String name() {
    return "distributed-lion";
  }

  @Override
  public Promise promise() {
    return Promise.DIRECTION;
  }

  @Override
  public Combining combining() {
    return Combining.VOTE;
  }

  @Override
  public long payloadBytes(long count) {
    return Math.ceilDiv(count, Byte.SIZE);
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new MomentumSigns(this, count, beta1, beta2, arena);
  }
}
