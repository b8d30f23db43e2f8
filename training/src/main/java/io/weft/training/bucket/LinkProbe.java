package io.weft.training.bucket;

import io.weft.collective.Communicator;
import io.weft.schedule.ExchangeCost;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.function.LongSupplier;

/** Finds out what an all-reduce takes, by some of different sizes. All ranks call it. */
final class LinkProbe {
  /** From where the start counts to where the bytes do. */
  private static final long[] BYTES = {1 << 12, 1 << 16, 1 << 20, 1 << 22};

  /** Of each size the quickest counts: others were disturbed. */
  private static final int TRIES = 3;

  private LinkProbe() {}

  /**
   * What it takes by this rank's clock.
   *
   * @param exchanging with the algorithm that is measured
   */
  public static ExchangeCost measure(
      Communicator communicator, Communicator exchanging, LongSupplier nanos) {
    var samples = new ArrayList<ExchangeCost.Sample>();
    try (var arena = Arena.ofShared()) {
      for (long bytes : BYTES) {
        var data = Tensor.of(arena.allocate(bytes), ElementType.FP32);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
          communicator.barrier();
          long start = nanos.getAsLong();
          exchanging.allReduce(data, Reduction.SUM);
          least = Math.min(least, nanos.getAsLong() - start);
        }
        samples.add(new ExchangeCost.Sample(bytes, least));
      }
    }
    return ExchangeCost.fit(samples);
  }
}
