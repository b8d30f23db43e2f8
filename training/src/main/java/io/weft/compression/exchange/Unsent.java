package io.weft.compression.exchange;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.Feedback;
import io.weft.compression.codec.Block;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * What a rank wanted to send of some numbers and did not, for codings that learn late what went.
 */
sealed interface Unsent {
  /** What there is to send, with these gradients; valid until they change. */
  MemorySegment with(MemorySegment gradients);

  /** Notes that so much went. */
  void sent(int position, float value);

  /**
   * What a checkpoint must hold.
   *
   * @param first which number of the bucket the first one is
   */
  List<Kept> kept(long first);

  /** Nothing yet. */
  static Unsent of(Feedback feedback, long count, Arena arena) {
    return switch (feedback) {
      case Feedback.None _ -> new Lost();
      case Feedback.Residual _ -> new Residual(arena.allocate(JAVA_FLOAT, count));
      case Feedback.Momentum(var momentum) ->
          new Momentum(
              momentum,
              arena.allocate(JAVA_FLOAT, count),
              new Residual(arena.allocate(JAVA_FLOAT, count)),
              new Block(),
              new Block());
    };
  }

  /** Nothing is remembered. */
  record Lost() implements Unsent {
    @Override
    public MemorySegment with(MemorySegment gradients) {
      return gradients;
    }

    @Override
    public void sent(int position, float value) {}

    @Override
    public List<Kept> kept(long first) {
      return List.of();
    }
  }

  /** It is added to the next gradients. */
  record Residual(MemorySegment residual) implements Unsent {
    @Override
    public MemorySegment with(MemorySegment gradients) {
      Kernels.best().reduce(ElementType.FP32, Reduction.SUM, residual, gradients, residual);
      return residual;
    }

    @Override
    public void sent(int position, float value) {
      residual.setAtIndex(JAVA_FLOAT, position, residual.getAtIndex(JAVA_FLOAT, position) - value);
    }

    @Override
    public List<Kept> kept(long first) {
      return List.of(new Kept("residual", Kept.Side.OWN, first, residual));
    }
  }

  /** As in {@link io.weft.compression.wrapper.MomentumCorrection}. */
  record Momentum(float momentum, MemorySegment velocity, Residual piled, Block faster, Block taken)
      implements Unsent {
    @Override
    public MemorySegment with(MemorySegment gradients) {
      long count = velocity.byteSize() / Float.BYTES;
      for (long at = 0; at < count; at += Block.CAPACITY) {
        int some = Block.count(at, count);
        taken.load(velocity, at, some);
        faster.load(gradients, at, some);
        faster.add(taken, momentum, some);
        faster.store(velocity, at, some);
      }
      return piled.with(velocity);
    }

    @Override
    public void sent(int position, float value) {
      piled.sent(position, value);
      velocity.setAtIndex(JAVA_FLOAT, position, 0);
    }

    @Override
    public List<Kept> kept(long first) {
      return List.of(
          new Kept("velocity", Kept.Side.OWN, first, velocity), piled.kept(first).getFirst());
    }
  }
}
