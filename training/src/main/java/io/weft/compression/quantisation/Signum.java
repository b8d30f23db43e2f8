package io.weft.compression.quantisation;

import io.weft.compression.codec.Coder;
import java.lang.foreign.Arena;

/**
 * The signs of a running mean of the inputs, m = βm + (1 − β)g, of which the majority of the ranks
 * counts (Bernstein et al., signSGD, 2018, algorithm 2). What is not finite is refused.
 *
 * <p>Payload: ⌈d/8⌉ bytes.
 *
 * @param momentum β
 */
public record Signum(float momentum) implements Signs {
  public Signum {
    if (!(momentum >= 0 && momentum < 1)) {
      throw new IllegalArgumentException(
          "signum with a momentum of %s: at least 0 and below 1".formatted(momentum));
    }
  }

  @Override
  public String name() {
    return "signum";
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new MomentumSigns(this, count, momentum, momentum, arena);
  }
}
