package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import io.weft.compression.codec.Sums;
import io.weft.tensor.PackingKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One bit per number, and the means of the negative numbers and of the others, which are decoded in
 * their places (Seide et al., 1-Bit Stochastic Gradient Descent, 2014; there with means per column
 * of a matrix, here per run of numbers). Meant to be used with error feedback.
 *
 * <p>Payload: 8 + ⌈d/8⌉ bytes.
 */
public record OneBit() implements Codec {
  private static final long MEANS_BYTES = 2 * Float.BYTES;

  @Override
  public String name() {
    return "onebit";
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
    return MEANS_BYTES + Math.ceilDiv(count, Byte.SIZE);
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Packer(this, count, new Sums());
  }

  private record Packer(OneBit codec, long count, Sums sums) implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      var bits = payload.asSlice(MEANS_BYTES, Math.ceilDiv(count, Byte.SIZE));
      PackingKernels.best().toBits(input, bits);
      sums.measure(input);
      double sum = sums.sum();
      double magnitudes = sums.sumOfMagnitudes();
      long negative = ones(bits);
      store(payload, 0, (magnitudes + sum) / 2, count - negative);
      store(payload, Float.BYTES, (sum - magnitudes) / 2, negative);
      return codec.payloadBytes(count);
    }

    private static long ones(MemorySegment bits) {
      long ones = 0;
      for (long at = 0; at < bits.byteSize(); at++) {
        ones += Integer.bitCount(bits.get(JAVA_BYTE, at) & 0xff);
      }
      return ones;
    }

    private static void store(MemorySegment payload, long at, double sum, long among) {
      float mean = among == 0 ? 0 : (float) (sum / among);
      payload.set(JAVA_FLOAT_UNALIGNED, at, Float.isNaN(mean) ? Float.NaN : mean);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      float others = payload.get(JAVA_FLOAT_UNALIGNED, 0);
      float negatives = payload.get(JAVA_FLOAT_UNALIGNED, Float.BYTES);
      PackingKernels.best()
          .addBits(payload.asSlice(MEANS_BYTES), weight * others, weight * negatives, target);
    }
  }
}
