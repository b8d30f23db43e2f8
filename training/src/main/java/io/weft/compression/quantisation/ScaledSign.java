package io.weft.compression.quantisation;

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
 * The sign of each number, times the mean magnitude: (‖p‖₁ / d) sign(p) (Karimireddy et al., Error
 * Feedback Fixes SignSGD and other Gradient Compression Schemes, 2019). Meant to be used with error
 * feedback.
 *
 * <p>Payload: 4 + ⌈d/8⌉ bytes.
 */
public record ScaledSign() implements Codec {
  @Override
  public String name() {
    return "ef-sign";
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
    return Float.BYTES + Math.ceilDiv(count, Byte.SIZE);
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Packer(this, count, new Sums());
  }

  private record Packer(ScaledSign codec, long count, Sums sums) implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      sums.measure(input);
      float mean = count == 0 ? 0 : (float) (sums.sumOfMagnitudes() / count);
      payload.set(JAVA_FLOAT_UNALIGNED, 0, Float.isNaN(mean) ? Float.NaN : mean);
      var bits = payload.asSlice(Float.BYTES, Math.ceilDiv(count, Byte.SIZE));
      PackingKernels.best().toBits(input, bits);
      return codec.payloadBytes(count);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      float mean = payload.get(JAVA_FLOAT_UNALIGNED, 0);
      var bits = payload.asSlice(Float.BYTES);
      PackingKernels.best().addBits(bits, weight * mean, weight * -mean, target);
    }
  }
}
