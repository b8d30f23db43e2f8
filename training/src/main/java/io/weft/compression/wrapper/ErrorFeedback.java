package io.weft.compression.wrapper;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What the codec loses is kept and added to the next input: p = g + e; q = C(p); e = p − q, each an
 * fp32 operation (Karimireddy et al., Error Feedback Fixes SignSGD and other Gradient Compression
 * Schemes, 2019, algorithm 2; we feed back gradients before the learning rate).
 */
public record ErrorFeedback(Codec codec) implements Wrapping {
  @Override
  public Codec fitted(Extent tensor) {
    return new ErrorFeedback(codec.fitted(tensor));
  }

  @Override
  public Codec forgetful() {
    return codec.forgetful();
  }

  @Override
  public Coder open(long count, Arena arena) {
    return new Feedback(codec, count, codec.open(count, arena), arena.allocate(JAVA_FLOAT, count));
  }

  private record Feedback(Codec codec, long count, Coder inner, MemorySegment residual)
      implements Coder {
    @Override
    public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
      Operands.checkEncode(codec, count, input, payload);
      Kernels.best().reduce(ElementType.FP32, Reduction.SUM, residual, input, residual);
      long written = inner.encode(moment, residual, payload);
      inner.accumulate(moment, payload.asSlice(0, written), -1, residual);
      return written;
    }

    @Override
    public void accumulate(
        Moment moment, MemorySegment payload, float weight, MemorySegment target) {
      inner.accumulate(moment, payload, weight, target);
    }

    @Override
    public void decode(Moment moment, MemorySegment payload, MemorySegment target) {
      inner.decode(moment, payload, target);
    }

    @Override
    public SequencedMap<String, MemorySegment> state() {
      var own = new LinkedHashMap<String, MemorySegment>();
      own.put("residual", residual);
      return Wrapping.joined(inner.state(), own);
    }
  }
}
