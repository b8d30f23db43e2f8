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
 * ACP-SGD (Zhang et al., Evaluation and Optimization of Gradient Compression for Distributed Deep
 * Learning, 2023): the power iteration of PowerSGD over two steps, so that one factor travels in
 * each. In even steps P = ΣMQ with the last Q made orthonormal, in odd ones Q = ΣMᵀP with the last
 * P made orthonormal; M̂ = P Qᵀ. Matrices whose factors together are not smaller, and vectors,
 * travel as they are.
 *
 * <p>Payload: one phase, of 4mr or 4lr bytes per matrix of m rows and l columns, and 4 per number
 * that travels as it is.
 */
public record AlternatingPower(int rank) implements JointCodec {
  public AlternatingPower {
    if (rank < 1) {
      throw new IllegalArgumentException("acp-sgd of rank %d: at least 1".formatted(rank));
    }
  }

  @Override
  public String name() {
    return "acp-sgd";
  }

  @Override
  public Promise promise() {
    return Promise.CONTRACTION;
  }

  @Override
  public JointCoder open(List<Extent> tensors, Arena arena) {
    return new Alternation(new FactorPlan(tensors, rank, 1, arena), arena);
  }

  private static final class Alternation implements JointCoder {
    private final FactorPlan plan;
    private final MemorySegment lefts;
    private final MemorySegment rights;
    private final float[][] ownLeft;
    private final float[][] ownRight;

    Alternation(FactorPlan plan, Arena arena) {
      this.plan = plan;
      this.lefts = arena.allocate(JAVA_FLOAT, plan.leftElements());
      this.rights = arena.allocate(JAVA_FLOAT, plan.rightElements());
      this.ownLeft = plan.matrices().stream().map(m -> m.left().clone()).toArray(float[][]::new);
      this.ownRight = plan.matrices().stream().map(m -> m.right().clone()).toArray(float[][]::new);
    }

    private static boolean sendsLeft(Moment moment) {
      return moment.step() % 2 == 0;
    }

    @Override
    public int phases() {
      return 1;
    }

    @Override
    public long elements(Moment moment, int phase) {
      long factors = sendsLeft(moment) ? plan.leftElements() : plan.rightElements();
      return factors + plan.plainElements();
    }

    @Override
    public void encode(Moment moment, int phase, MemorySegment input, MemorySegment payload) {
      Operands.checkNumbers("acp-sgd", plan.count(), input);
      Operands.checkNumbers("acp-sgd", elements(moment, phase), payload);
      long from = 0;
      long to = 0;
      for (int i = 0; i < ownLeft.length; i++) {
        var matrix = plan.matrices().get(i);
        if (sendsLeft(moment)) {
          from = FactorMemory.load(rights, from, matrix.right());
          matrix.rightBasis(moment.common() + i);
          matrix.projectRight(input);
          to = FactorMemory.store(matrix.left(), payload, to);
        } else {
          from = FactorMemory.load(lefts, from, matrix.left());
          matrix.leftBasis(moment.common() + i);
          matrix.projectLeft(input);
          to = FactorMemory.store(matrix.right(), payload, to);
        }
        System.arraycopy(matrix.left(), 0, ownLeft[i], 0, ownLeft[i].length);
        System.arraycopy(matrix.right(), 0, ownRight[i], 0, ownRight[i].length);
      }
      plan.send(input, payload, to);
    }

    @Override
    public void absorb(Moment moment, int phase, MemorySegment sum) {
      Operands.checkNumbers("acp-sgd", elements(moment, phase), sum);
      boolean left = sendsLeft(moment);
      long from = 0;
      for (var matrix : plan.matrices()) {
        from = FactorMemory.load(sum, from, left ? matrix.left() : matrix.right());
      }
      var kept = left ? lefts : rights;
      MemorySegment.copy(sum, 0, kept, 0, kept.byteSize());
      plan.receive(sum, from);
    }

    @Override
    public void decode(Moment moment, MemorySegment target) {
      Operands.checkNumbers("acp-sgd", plan.count(), target);
      for (var matrix : plan.matrices()) {
        matrix.expand(target);
      }
      plan.decode(target);
    }

    @Override
    public void retire(MemorySegment target) {
      Operands.checkNumbers("acp-sgd", plan.count(), target);
      for (int i = 0; i < ownLeft.length; i++) {
        plan.matrices().get(i).subtract(ownLeft[i], ownRight[i], target);
      }
      plan.retire(target);
    }

    @Override
    public SequencedMap<String, MemorySegment> state() {
      var state = new LinkedHashMap<String, MemorySegment>();
      state.put("left-factors", lefts);
      state.put("right-factors", rights);
      return state;
    }
  }
}
