package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.LevelCodec;
import io.weft.compression.codec.LevelCoder;
import io.weft.compression.codec.Levels;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Sums;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * Lion's direction c = β₁m + (1 − β₁)g with a few bits per number, added up over ranks. With 1 bit
 * these are signs; with more, c is rounded to the nearest of levels of which the last stands for
 * three times the largest mean magnitude of any rank, and what is beyond becomes that. Each rank
 * keeps its own m, which becomes β₂m + (1 − β₂)g.
 *
 * <p>Liu et al., Communication Efficient Distributed Training with Distributed Lion, 2024, for the
 * mean of signs; Ishikawa et al., Lion Cub: Minimizing Communication Overhead in Distributed Lion,
 * 2024, for sums of few bits that are packed anew. Where c is clipped is our choice, and we never
 * bring momenta in step, as the latter does for some layers.
 *
 * @param bits of what a rank sends, 1 to 8
 */
public record LionLevels(String name, float beta1, float beta2, int bits, Verdict verdict)
    implements LevelCodec {
  /** In mean magnitudes. */
  private static final float REACH = 3;

  /** What becomes of sums over ranks. */
  public enum Verdict {
    /** Their mean over ranks moves parameters. */
    MEAN,
    /** Only their sign does, and nothing where they cancel. */
    SIGN
  }

  public LionLevels {
    if (bits < 1 || bits > Byte.SIZE) {
      throw new IllegalArgumentException("%s with %d bits: 1 to 8".formatted(name, bits));
    }
  }

  @Override
  public Levels levels() {
    return bits == 1 ? new Levels(1, 2) : new Levels((1 << (bits - 1)) - 1, 1);
  }

  @Override
  public Levels outcomes(int ranks) {
    return switch (verdict) {
      case MEAN -> levels().of(ranks);
      case SIGN -> new Levels(1, 1);
    };
  }

  @Override
  public int outcome(int sum) {
    return switch (verdict) {
      case MEAN -> sum;
      case SIGN -> Integer.signum(sum);
    };
  }

  @Override
  public float value(int outcome, float scale, int ranks) {
    return switch (verdict) {
      case MEAN -> (float) outcome / (ranks * levels().most());
      case SIGN -> outcome;
    };
  }

  @Override
  public LevelCoder open(long count, Arena arena) {
    return new Leveller(this, count, new LionMomentum(count, beta1, beta2, arena), new Sums());
  }

  private record Leveller(LionLevels codec, long count, LionMomentum momentum, Sums sums)
      implements LevelCoder {
    @Override
    public float scale(Moment moment, MemorySegment input) {
      Operands.checkNumbers(codec.name, count, input);
      Operands.checkFinite(codec.name, moment, input);
      var direction = momentum.follow(input);
      if (codec.bits == 1 || count == 0) {
        return 1;
      }
      sums.measure(direction);
      return REACH * (float) (sums.sumOfMagnitudes() / count) / codec.levels().most();
    }

    @Override
    public void levels(Moment moment, float scale, MemorySegment input, MemorySegment levels) {
      int most = codec.levels().most();
      float divisor = BlockScale.divisor(scale);
      for (long i = 0; i < count; i++) {
        float number = momentum.direction().get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES);
        int level =
            codec.bits == 1
                ? Float.floatToRawIntBits(number) < 0 ? -1 : 1
                : (int) Math.clamp(Math.rint(number / divisor), -most, most);
        levels.set(JAVA_BYTE, i, (byte) level);
      }
    }

    @Override
    public SequencedMap<String, MemorySegment> state() {
      var state = new LinkedHashMap<String, MemorySegment>();
      state.put("momentum", momentum.momentum());
      return state;
    }
  }
}
