package io.weft.compression.sparsification;

import io.weft.compression.codec.Moment;
import io.weft.compression.codec.RandomBits;

/**
 * k neighbours from a random one on, the same on all ranks, so that no positions travel and
 * payloads can be added up (Vogels et al., PowerSGD, 2019, appendix G). After the last number comes
 * the first. What is not finite is refused.
 *
 * <p>Payload: 4k bytes.
 */
public record RandomBlock(Density density, Scaling scaling) implements BlindChoice {
  @Override
  public String name() {
    return "random-block";
  }

  @Override
  public Places places(long count) {
    return new Neighbours(count);
  }

  private record Neighbours(long count) implements Places {
    @Override
    public long draw(Moment moment) {
      return Math.floorMod(RandomBits.at(moment.common(), 0), count);
    }

    @Override
    public long at(long start, long i) {
      long at = start + i;
      return at < count ? at : at - count;
    }
  }
}
