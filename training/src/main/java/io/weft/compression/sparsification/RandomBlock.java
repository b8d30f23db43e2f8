package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import io.weft.compression.codec.RandomBits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * k neighbours from a random one on, the same on all ranks, so that no positions travel and
 * payloads can be added up (Vogels et al., PowerSGD, 2019, appendix G). After the last number comes
 * the first.
 *
 * <p>Payload: 4k bytes.
 */
public record RandomBlock(Density density, Scaling scaling) implements Codec {
  @Override
  public String name() {
    return "random-block";
  }

  @Override
  public Promise promise() {
    return scaling == Scaling.UNBIASED ? Promise.UNBIASED : Promise.SELECTION;
  }

  @Override
  public Combining combining() {
    return Combining.SUM_FP32;
  }

  @Override
  public long payloadBytes(long count) {
    return density.of(count) * Float.BYTES;
  }

  @Override
  public boolean sparse() {
    return true;
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Chooser(this, count);
  }

  private static final class Chooser implements Coder {
    private final RandomBlock codec;
    private final long count;
    private final long k;
    private final float factor;

    Chooser(RandomBlock codec, long count) {
      this.codec = codec;
      this.count = count;
      this.k = codec.density.of(count);
      this.factor = codec.scaling.factor(k, count);
    }

    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      long key = k == 0 ? 0 : start(moment);
      for (long i = 0; i < k; i++) {
        float number = input.get(JAVA_FLOAT_UNALIGNED, place(key, i) * Float.BYTES);
        payload.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, factor * number);
      }
      return codec.payloadBytes(count);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      long key = k == 0 ? 0 : start(moment);
      for (long i = 0; i < k; i++) {
        long at = place(key, i) * Float.BYTES;
        float number = payload.get(JAVA_FLOAT_UNALIGNED, i * Float.BYTES);
        float sum = target.get(JAVA_FLOAT_UNALIGNED, at) + weight * number;
        target.set(JAVA_FLOAT_UNALIGNED, at, sum);
      }
    }

    private long start(Moment moment) {
      return Math.floorMod(RandomBits.at(moment.common(), 0), count);
    }

    private long place(long start, long i) {
      long at = start + i;
      return at < count ? at : at - count;
    }
  }
}
