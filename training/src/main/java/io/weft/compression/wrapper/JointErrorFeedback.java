package io.weft.compression.wrapper;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.JointCoder;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Promise;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * What a rank did not contribute is kept and added to its next input, as in {@link ErrorFeedback}.
 */
public record JointErrorFeedback(JointCodec codec) implements JointCodec {
  @Override
  public String name() {
    return codec.name();
  }

  @Override
  public Promise promise() {
    return codec.promise();
  }

  @Override
  public JointCoder open(List<Extent> tensors, Arena arena) {
    long count = tensors.stream().mapToLong(Extent::count).sum();
    return new Feedback(codec.open(tensors, arena), arena.allocate(JAVA_FLOAT, count));
  }

  /** The residual holds the input of a step from its first encoding until it is decoded. */
  private record Feedback(JointCoder inner, MemorySegment residual) implements JointCoder {
    @Override
    public int phases() {
      return inner.phases();
    }

    @Override
    public long elements(Moment moment, int phase) {
      return inner.elements(moment, phase);
    }

    @Override
    public void encode(Moment moment, int phase, MemorySegment input, MemorySegment payload) {
      if (phase == 0) {
        Kernels.best().reduce(ElementType.FP32, Reduction.SUM, residual, input, residual);
      }
      inner.encode(moment, phase, residual, payload);
    }

    @Override
    public void absorb(Moment moment, int phase, MemorySegment sum) {
      inner.absorb(moment, phase, sum);
      if (phase == phases() - 1) {
        inner.retire(moment, residual);
      }
    }

    @Override
    public void decode(Moment moment, MemorySegment target) {
      inner.decode(moment, target);
    }

    @Override
    public void retire(Moment moment, MemorySegment target) {
      inner.retire(moment, target);
    }

    @Override
    public SequencedMap<String, MemorySegment> state() {
      var state = new LinkedHashMap<>(inner.state());
      state.put("residual", residual);
      return state;
    }
  }
}
