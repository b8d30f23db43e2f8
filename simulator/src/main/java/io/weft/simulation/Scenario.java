package io.weft.simulation;

import io.weft.model.BucketPlan;
import io.weft.schedule.Schedule;
import io.weft.zoo.Profile;

/**
 * All that a prediction depends on.
 *
 * @param stepSeconds what a rank computes in a step
 * @param bytesPerElement on the wire
 */
public record Scenario(
    Profile profile,
    double stepSeconds,
    Schedule schedule,
    BucketPlan buckets,
    ExchangeCosts exchanges,
    double bytesPerElement) {
  public Scenario {
    if (!(stepSeconds > 0) || Double.isInfinite(stepSeconds)) {
      throw new IllegalArgumentException(
          "a step of %s s: give a time above 0".formatted(stepSeconds));
    }
  }

  /** The same on another network. */
  public Scenario withExchanges(ExchangeCosts others) {
    return new Scenario(profile, stepSeconds, schedule, buckets, others, bytesPerElement);
  }

  /** Runs it in virtual time. */
  public Prediction simulate() {
    var graph = schedule.graph(buckets.shape(profile.stages(), 1));
    return Prediction.of(
        graph, new Computation(profile, buckets, stepSeconds, 1, exchanges, bytesPerElement));
  }
}
