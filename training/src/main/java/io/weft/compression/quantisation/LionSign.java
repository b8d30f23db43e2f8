package io.weft.compression.quantisation;

import io.weft.compression.codec.Coder;
import java.lang.foreign.Arena;

/**
 * The signs of Lion's direction c = β₁m + (1 − β₁)g, of which the majority of the ranks counts;
 * each rank keeps its own m, which becomes β₂m + (1 − β₂)g (Liu et al., Communication Efficient
 * Distributed Training with Distributed Lion, 2024, with majority vote).
 *
 * <p>Payload: ⌈d/8⌉ bytes.
 */
public record LionSign(float beta1, float beta2) implements Signs {
  @Override
  public String name() {
    return "distributed-lion";
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new MomentumSigns(this, count, beta1, beta2, arena);
  }
}
