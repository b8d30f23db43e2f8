package io.weft.compression.quantisation;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.tensor.PackingKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The sign of each number, of which the majority of the ranks counts: see {@link MajorityVote}
 * (Bernstein et al., signSGD: Compressed Optimisation for Non-Convex Problems, 2018). Decoded
 * numbers are 1 and −1; 0 goes by its sign bit. What is not finite is refused.
 *
 * <p>Payload: ⌈d/8⌉ bytes.
 */
public record Sign() implements Signs {
  @Override
  public String name() {
    return "sign";
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Packer(this, count);
  }

  /** Shared with {@link Signum}, whose payloads are the same. */
  record Packer(Codec codec, long count) implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      Operands.checkFinite(codec.name(), moment, input);
      PackingKernels.best().toBits(input, payload);
      return codec.payloadBytes(count);
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      PackingKernels.best().addBits(payload, weight, -weight, target);
    }
  }
}
