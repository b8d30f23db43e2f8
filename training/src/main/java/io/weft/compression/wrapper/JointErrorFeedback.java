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
  public boolean pays(List<Extent> tensors) {
    return codec.pays(tensors);
  }

  @Override
  public JointCoder open(List<Extent> tensors, Arena arena) {
    long count = tensors.stream().mapToLong(Extent::count).sum();
    return new Feedback(codec.open(tensors, arena), arena.allocate(JAVA_FLOAT, count));
  }

  /**
   * The residual holds the input of a step from its first encoding until the next step or somebody
   * who asks for it: then what was contributed is subtracted, together with what else is done to
   * it, since going through memory is what takes time.
   */
  private static final class Feedback implements JointCoder {
    private final JointCoder inner;
    private final MemorySegment residual;
    private boolean contributed;

    Feedback(JointCoder inner, MemorySegment residual) {
      this.inner = inner;
      this.residual = residual;
    }

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
      if (phase == 0 && contributed) {
        contributed = false;
        inner.carryOver(moment, residual, input, payload);
        return;
      }
      if (phase == 0) {
        Kernels.best().reduce(ElementType.FP32, Reduction.SUM, residual, input, residual);
      }
      inner.encode(moment, phase, residual, payload);
    }

    @Override
    public void absorb(Moment moment, int phase, MemorySegment sum) {
      inner.absorb(moment, phase, sum);
      contributed = phase == phases() - 1;
    }

    @Override
    public void decode(Moment moment, MemorySegment target) {
      inner.decode(moment, target);
    }

    @Override
    public void retire(MemorySegment target) {
      inner.retire(target);
    }

    @Override
    public SequencedMap<String, MemorySegment> state() {
      if (contributed) {
        contributed = false;
        inner.retire(residual);
      }
      var state = new LinkedHashMap<>(inner.state());
      state.put("residual", residual);
      return state;
    }
  }
}
