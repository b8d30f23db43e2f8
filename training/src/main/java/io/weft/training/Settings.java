package io.weft.training;

import io.weft.collective.program.Algorithm;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.schedule.Schedule;
import java.util.Optional;

/**
 * How ranks train; the same on all of them.
 *
 * @param bucketBytes how large a bucket may grow; 0 for one per parameter
 * @param microSteps how many micro-steps make a step
 * @param collective what sums gradients and gathers; else the cheapest
 */
public record Settings(
    Schedule schedule,
    long bucketBytes,
    int microSteps,
    Optimizer optimizer,
    Rate rate,
    Optional<Algorithm> collective) {
  public Settings {
    if (bucketBytes < 0 || microSteps < 1) {
      throw new IllegalArgumentException(
          "buckets of %d bytes and %d micro-steps: at least 0 and 1"
              .formatted(bucketBytes, microSteps));
    }
  }
}
