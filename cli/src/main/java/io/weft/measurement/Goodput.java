package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;

/** How fast ranks can send when they do nothing else. */
final class Goodput {
  private static final long BYTES = 16 << 20;

  /** The quickest counts: others were disturbed, and the first ones opened windows. */
  private static final int TRIES = 4;

  private Goodput() {}

  /**
   * Bytes per second of a rank, by large all-reduces: what each must send of one by the time that
   * the slowest takes. All ranks call it and get the same; one rank alone sends without limit.
   */
  static double bytesPerSecond(Communicator communicator) {
    if (communicator.ranks() == 1) {
      return Double.POSITIVE_INFINITY;
    }
    double quickest = Double.POSITIVE_INFINITY;
    try (var arena = Arena.ofShared()) {
      var data = Tensor.of(arena.allocate(BYTES), ElementType.FP32);
      for (int i = 0; i < TRIES; i++) {
        communicator.barrier();
        long start = System.nanoTime();
        communicator.allReduce(data, Reduction.SUM);
        double[] seconds = {(System.nanoTime() - start) / 1e9};
        communicator.allReduce(Tensor.of(seconds), Reduction.MAX);
        quickest = Math.min(quickest, seconds[0]);
      }
    }
    var allReduce = new Subject.Together(Operation.ALL_REDUCE, Reduction.SUM);
    return BYTES * allReduce.busFactor(communicator.ranks()) / quickest;
  }
}
