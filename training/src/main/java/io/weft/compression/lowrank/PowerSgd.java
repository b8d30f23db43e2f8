package io.weft.compression.lowrank;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.JointCoder;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Each matrix as two factors, by one step of a power iteration that starts from the factor of the
 * step before: P = ΣMQ, made orthonormal; Q = ΣMᵀP; M̂ = P Qᵀ (Vogels et al., PowerSGD, 2019,
 * algorithm 1). Where that is not at least {@code minRate} times smaller, and for vectors, numbers
 * travel as they are. As in the paper, what a rank contributes, and keeps the rest of with error
 * feedback, is P times its own MᵀP. Other than there the first factor is made orthonormal, too,
 * which does not change M̂ but keeps its numbers from vanishing, and columns of it that are 0 are
 * drawn anew.
 *
 * <p>Payload: two phases, of 4mr bytes per matrix of m rows and 4 per number that travels as it is,
 * and of 4lr bytes per matrix of l columns.
 */
public record PowerSgd(int rank, double minRate) implements JointCodec {
  public PowerSgd {
    if (rank < 1 || !(minRate >= 1)) {
      throw new IllegalArgumentException(
          "powersgd of rank %d, %s times smaller: at least rank 1 and 1 time"
              .formatted(rank, minRate));
    }
  }

  @Override
  public String name() {
    return "powersgd";
  }

  @Override
  public Promise promise() {
    return Promise.CONTRACTION;
  }

  @Override
  public JointCoder open(List<Extent> tensors, Arena arena) {
    return new Iteration(new FactorPlan(tensors, rank, minRate, arena), arena);
  }

  private static final class Iteration implements JointCoder {
    private final FactorPlan plan;
    private final MemorySegment start;
    private final float[][] own;

    Iteration(FactorPlan plan, Arena arena) {
      this.plan = plan;
      this.start = arena.allocate(JAVA_FLOAT, plan.rightElements());
      this.own = plan.matrices().stream().map(m -> m.right().clone()).toArray(float[][]::new);
    }

    @Override
    public int phases() {
      return 2;
    }

    @Override
    public long elements(Moment moment, int phase) {
      return phase == 0 ? plan.leftElements() + plan.plainElements() : plan.rightElements();
    }

    @Override
    public void encode(Moment moment, int phase, MemorySegment input, MemorySegment payload) {
      Operands.checkNumbers("powersgd", plan.count(), input);
      Operands.checkNumbers("powersgd", elements(moment, phase), payload);
      if (phase == 0) {
        encodeLeft(moment, input, payload);
      } else {
        encodeRight(input, payload);
      }
    }

    private void encodeLeft(Moment moment, MemorySegment input, MemorySegment payload) {
      begin(moment);
      for (var matrix : plan.matrices()) {
        matrix.projectRight(input);
      }
      sendLeft(input, payload);
    }

    @Override
    public void carryOver(
        Moment moment, MemorySegment rest, MemorySegment input, MemorySegment payload) {
      Operands.checkNumbers("powersgd", plan.count(), rest);
      Operands.checkNumbers("powersgd", plan.count(), input);
      Operands.checkNumbers("powersgd", elements(moment, 0), payload);
      begin(moment);
      for (int i = 0; i < own.length; i++) {
        plan.matrices().get(i).carryOver(own[i], rest, input);
      }
      plan.carryOver(rest, input);
      sendLeft(rest, payload);
    }

    /** The right factors become those of the step before. */
    private void begin(Moment moment) {
      long from = 0;
      for (int i = 0; i < own.length; i++) {
        var matrix = plan.matrices().get(i);
        from = FactorMemory.load(start, from, matrix.right());
        matrix.rightBasis(moment.common() + i);
      }
    }

    private void sendLeft(MemorySegment input, MemorySegment payload) {
      long to = 0;
      for (var matrix : plan.matrices()) {
        to = FactorMemory.store(matrix.left(), payload, to);
      }
      plan.send(input, payload, to);
    }

    private void encodeRight(MemorySegment input, MemorySegment payload) {
      long to = 0;
      for (int i = 0; i < own.length; i++) {
        var matrix = plan.matrices().get(i);
        matrix.projectLeft(input);
        System.arraycopy(matrix.right(), 0, own[i], 0, own[i].length);
        to = FactorMemory.store(own[i], payload, to);
      }
    }

    @Override
    public void absorb(Moment moment, int phase, MemorySegment sum) {
      Operands.checkNumbers("powersgd", elements(moment, phase), sum);
      long from = 0;
      for (var matrix : plan.matrices()) {
        from = FactorMemory.load(sum, from, phase == 0 ? matrix.left() : matrix.right());
        if (phase == 0) {
          matrix.orthonormaliseLeft();
        }
      }
      if (phase == 0) {
        plan.receive(sum, from);
      } else {
        MemorySegment.copy(sum, 0, start, 0, start.byteSize());
      }
    }

    @Override
    public void decode(Moment moment, MemorySegment target) {
      Operands.checkNumbers("powersgd", plan.count(), target);
      for (var matrix : plan.matrices()) {
        matrix.expand(target);
      }
      plan.decode(target);
    }

    @Override
    public void retire(MemorySegment target) {
      Operands.checkNumbers("powersgd", plan.count(), target);
      for (int i = 0; i < own.length; i++) {
        plan.matrices().get(i).subtract(plan.matrices().get(i).left(), own[i], target);
      }
      plan.retire(target);
    }

    @Override
    public SequencedMap<String, MemorySegment> state() {
      var state = new LinkedHashMap<String, MemorySegment>();
      state.put("right-factors", start);
      return state;
    }
  }
}
