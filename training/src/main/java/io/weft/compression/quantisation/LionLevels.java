package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.weft.compression.codec.Block;
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
    return new Leveller(this, count, new LionMomentum(count, beta1, beta2, arena));
  }

  private static final class Leveller implements LevelCoder {
    private final LionLevels codec;
    private final long count;
    private final LionMomentum momentum;
    private final Sums sums = new Sums();
    private final Block block = new Block();
    private final byte[] bytes = new byte[Block.CAPACITY];

    Leveller(LionLevels codec, long count, LionMomentum momentum) {
      this.codec = codec;
      this.count = count;
      this.momentum = momentum;
    }

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
      float divisor = BlockScale.divisor(scale);
      for (long first = 0; first < count; first += Block.CAPACITY) {
        int some = Block.count(first, count);
        block.load(momentum.direction(), first, some);
        if (codec.bits == 1) {
          signs(block.values(), bytes, some);
        } else {
          round(block.values(), divisor, codec.levels().most(), bytes, some);
        }
        MemorySegment.copy(bytes, 0, levels, JAVA_BYTE, first, some);
      }
    }

    private static void signs(float[] numbers, byte[] levels, int some) {
      for (int i = 0; i < some; i++) {
        levels[i] = (byte) (Float.floatToRawIntBits(numbers[i]) >> 31 | 1);
      }
    }

    private static void round(float[] numbers, float divisor, int most, byte[] levels, int some) {
      for (int i = 0; i < some; i++) {
        float level = Math.clamp(numbers[i] / divisor, -most, most);
        levels[i] = (byte) Math.rint(level);
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
