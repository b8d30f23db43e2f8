package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Block;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The running mean m of gradients, and the direction c = β₁m + (1 − β₁)g in which it points. */
final class LionMomentum {
  private final float beta1;
  private final float beta2;
  private final MemorySegment momentum;
  private final MemorySegment direction;
  private final Block old = new Block();
  private final Block taken = new Block();
  private final Block ahead = new Block();

  /** m is 0. */
  LionMomentum(long count, float beta1, float beta2, Arena arena) {
    this.beta1 = beta1;
    this.beta2 = beta2;
    this.momentum = arena.allocate(JAVA_FLOAT, count);
    this.direction = arena.allocate(JAVA_FLOAT, count);
  }

  /** Writes c and makes m β₂m + (1 − β₂)g. */
  MemorySegment follow(MemorySegment gradients) {
    long count = momentum.byteSize() / Float.BYTES;
    for (long first = 0; first < count; first += Block.CAPACITY) {
      int some = Block.count(first, count);
      old.load(momentum, first, some);
      taken.load(gradients, first, some);
      follow(old.values(), taken.values(), beta1, ahead.values(), some);
      ahead.store(direction, first, some);
      follow(old.values(), taken.values(), beta2, old.values(), some);
      old.store(momentum, first, some);
    }
    return direction;
  }

  private static void follow(float[] mean, float[] taken, float beta, float[] target, int some) {
    for (int i = 0; i < some; i++) {
      target[i] = beta * mean[i] + (1 - beta) * taken[i];
    }
  }

  /** The last c. */
  MemorySegment direction() {
    return direction;
  }

  /** m, for checkpoints. */
  MemorySegment momentum() {
    return momentum;
  }
}
