package io.weft.compression.codec;

import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Numbers as they are, for steps and sizes at which compression is not worth it.
 *
 * <p>Payload: 4d bytes.
 */
public record Dense() implements Codec {
  @Override
  public String name() {
    return "dense";
  }

  @Override
  public Promise promise() {
    return Promise.EXACT;
  }

  @Override
  public Combining combining() {
    return Combining.SUM_FP32;
  }

  @Override
  public long payloadBytes(long count) {
    return count * Float.BYTES;
  }

  @Override
  public Coder open(long count, Arena arena) {
    return coder(this, count);
  }

  /** One that speaks for another codec, where that sends numbers as they are. */
  public static Coder coder(Codec codec, long count) {
    return new Copier(codec, count, new Block(), new Block());
  }

  private record Copier(Codec codec, long count, Block sum, Block added) implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      MemorySegment.copy(input, 0, payload, 0, input.byteSize());
      return input.byteSize();
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      if (weight == 1) {
        Kernels.best().reduce(ElementType.FP32, Reduction.SUM, target, target, payload);
        return;
      }
      for (long first = 0; first < count; first += Block.CAPACITY) {
        int some = Block.count(first, count);
        sum.load(target, first, some);
        added.load(payload, first, some);
        sum.add(added, weight, some);
        sum.store(target, first, some);
      }
    }

    @Override
    public void decode(Moment moment, MemorySegment payload, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      MemorySegment.copy(payload, 0, target, 0, payload.byteSize());
    }
  }
}
