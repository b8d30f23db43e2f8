package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Block;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Numbers as 16-bit floats, rounded to nearest even. Payloads are added by all-reduce, in fp32 at
 * each hop. Not scaled: what is beyond the range of fp16 becomes infinite, and is noticed.
 *
 * <p>Payload: 2d bytes.
 *
 * @param type fp16 or bf16
 */
public record Half(ElementType type) implements Codec {
  public Half {
    if (type != ElementType.FP16 && type != ElementType.BF16) {
      throw new IllegalArgumentException("%s has not 16 bits: fp16 or bf16".formatted(type));
    }
  }

  @Override
  public String name() {
    return type.label();
  }

  @Override
  public Promise promise() {
    return Promise.NEAREST;
  }

  @Override
  public Combining combining() {
    return type == ElementType.FP16 ? Combining.SUM_FP16 : Combining.SUM_BF16;
  }

  @Override
  public long payloadBytes(long count) {
    return count * Short.BYTES;
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Converter(this, count, arena);
  }

  private static final class Converter implements Coder {
    /** So many numbers are decoded before they are added: few enough for the nearest caches. */
    private static final int RUN = 1 << 14;

    private final Half codec;
    private final long count;
    private final MemorySegment run;
    private final Block decoded = new Block();
    private final Block sum = new Block();

    Converter(Half codec, long count, Arena arena) {
      this.codec = codec;
      this.count = count;
      this.run = arena.allocate(JAVA_FLOAT, Math.min(RUN, count));
    }

    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      long written = codec.payloadBytes(count);
      var target = payload.asSlice(0, written);
      Kernels.best().convert(ElementType.FP32, input, codec.type, target);
      return written;
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      for (long first = 0; first < count; first += RUN) {
        long some = Math.min(RUN, count - first);
        var halves = payload.asSlice(first * Short.BYTES, some * Short.BYTES);
        var floats = run.asSlice(0, some * Float.BYTES);
        Kernels.best().convert(codec.type, halves, ElementType.FP32, floats);
        add(first, some, weight, target);
      }
    }

    private void add(long first, long total, float weight, MemorySegment target) {
      for (long at = 0; at < total; at += Block.CAPACITY) {
        int some = Block.count(at, total);
        decoded.load(run, at, some);
        sum.load(target, first + at, some);
        sum.add(decoded, weight, some);
        sum.store(target, first + at, some);
      }
    }

    @Override
    public void decode(Moment moment, MemorySegment payload, MemorySegment target) {
      Operands.checkDecode(codec, count, payload, target);
      Kernels.best().convert(codec.type, payload, ElementType.FP32, target);
    }
  }
}
