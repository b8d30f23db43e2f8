package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.LevelCodec;
import io.weft.compression.codec.LevelCoder;
import io.weft.compression.codec.Levels;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.RandomBits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@link TernGrad} with one s for all ranks, the largest of theirs, so that the sum over ranks is a
 * whole number of s and nothing more is lost on the way (Wen et al., TernGrad, 2017, section 3.3).
 */
public record SharedTernary(TernGrad codec) implements LevelCodec {
  private static final Levels TERNARY = new Levels(1, 1);

  @Override
  public String name() {
    return codec.name();
  }

  @Override
  public Levels levels() {
    return TERNARY;
  }

  @Override
  public Levels outcomes(int ranks) {
    return TERNARY.of(ranks);
  }

  @Override
  public int outcome(int sum) {
    return sum;
  }

  @Override
  public float value(int outcome, float scale, int ranks) {
    return outcome * scale;
  }

  @Override
  public LevelCoder open(long count, Arena arena) {
    return new Thrower(codec.ternary(count));
  }

  private static final class Thrower implements LevelCoder {
    private final TernGrad.TernaryCoder coder;

    /** Where this rank clips, whatever the others do. */
    private float bound;

    Thrower(TernGrad.TernaryCoder coder) {
      this.coder = coder;
    }

    @Override
    public float scale(Moment moment, MemorySegment input) {
      bound = coder.scale(input);
      return bound;
    }

    @Override
    public void levels(Moment moment, float scale, MemorySegment input, MemorySegment levels) {
      long key = moment.own();
      float divisor = BlockScale.divisor(scale);
      for (long i = 0; i < levels.byteSize(); i++) {
        float number = input.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES);
        float clipped = Math.max(-bound, Math.min(bound, number));
        int level = StochasticLevel.of(clipped / divisor, RandomBits.uniform(key, i), 1);
        levels.set(JAVA_BYTE, i, (byte) level);
      }
    }
  }
}
