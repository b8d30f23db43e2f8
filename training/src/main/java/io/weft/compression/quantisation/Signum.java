package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Block;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The signs of a running mean of the inputs, m = βm + (1 − β)g, of which the majority of the ranks
 * counts (Bernstein et al., signSGD, 2018, algorithm 2). What is not finite is refused.
 *
 * <p>Payload: ⌈d/8⌉ bytes.
 *
 * @param momentum β
 */
public record Signum(float momentum) implements Codec {
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
    return new Follower(this, count, arena.allocate(JAVA_FLOAT, count));
  }

  private static final class Follower implements Coder {
    private final Signum codec;
    private final long count;
    private final MemorySegment mean;
    private final Coder signs;
    private final Block old = new Block();
    private final Block taken = new Block();

    Follower(Signum codec, long count, MemorySegment mean) {
      this.codec = codec;
      this.count = count;
      this.mean = mean;
      this.signs = new Sign.Packer(codec, count);
    }

    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      Operands.checkFinite(codec, moment, input);
      for (long first = 0; first < count; first += Block.CAPACITY) {
        int some = Block.count(first, count);
        old.load(mean, first, some);
        taken.load(input, first, some);
        follow(old.values(), taken.values(), codec.momentum, some);
        old.store(mean, first, some);
      }
      return signs.encode(moment, mean, payload);
    }

    private static void follow(float[] mean, float[] taken, float momentum, int some) {
      for (int i = 0; i < some; i++) {
        mean[i] = momentum * mean[i] + (1 - momentum) * taken[i];
      }
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      signs.accumulate(moment, payload, weight, target);
    }

    @Override
    public SequencedMap<String, MemorySegment> state() {
      var state = new LinkedHashMap<String, MemorySegment>();
      state.put("momentum", mean);
      return state;
    }
  }
}
