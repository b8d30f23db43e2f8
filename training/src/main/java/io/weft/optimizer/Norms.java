package io.weft.optimizer;

import io.weft.tensor.ElementType;
import io.weft.tensor.SquaredNorm;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/**
 * Two squared norms for each parameter of a bucket: that of the parameter, and that of what moves
 * it. A shard measures the elements that it has; the sum over all shards measures them all. How a
 * bucket is cut may show in the last of the 64 bits.
 */
final class Norms {
  private final Shard shard;
  private final Tensor sums;

  Norms(Shard shard, Arena arena) {
    this.shard = shard;
    long count = 2L * shard.parameters();
    sums = Tensor.of(arena.allocate(ValueLayout.JAVA_DOUBLE, count), ElementType.FP64);
  }

  Tensor sums() {
    return sums;
  }

  void measure(Tensor parameters, Tensor moving) {
    sums.segment().fill((byte) 0);
    for (var part : shard.parts()) {
      set(2L * part.place(), SquaredNorm.of(part.of(parameters).segment()));
      set(2L * part.place() + 1, SquaredNorm.of(part.of(moving).segment()));
    }
  }

  private void set(long index, double value) {
    sums.segment().setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
  }

  double ofParameter(Shard.Part part) {
    return root(2L * part.place());
  }

  double ofMoving(Shard.Part part) {
    return root(2L * part.place() + 1);
  }

  private double root(long index) {
    return Math.sqrt(sums.segment().getAtIndex(ValueLayout.JAVA_DOUBLE, index));
  }
}
