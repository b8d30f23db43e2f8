package io.weft.simulation;

import io.weft.model.BucketPlan;
import io.weft.schedule.Schedule;
import io.weft.zoo.Profile;

/**
 * All that a prediction depends on.
 *
 * @param stepSeconds what a rank computes in a step
 * @param form of gradients on the wire
 */
public record Scenario(
    Profile profile,
    double stepSeconds,
    Schedule schedule,
    BucketPlan buckets,
    ExchangeCosts exchanges,
    WireForm form) {
  public Scenario {
    if (!(stepSeconds > 0) || Double.isInfinite(stepSeconds)) {
      throw new IllegalArgumentException(
          "a step of %s s: give a time above 0".formatted(stepSeconds));
    }
  }

  /** The same on another network. */
  public Scenario withExchanges(ExchangeCosts others) {
    return new Scenario(profile, stepSeconds, schedule, buckets, others, form);
  }

  /** Runs it in virtual time, one rank for all. */
  public Prediction simulate() {
    return Prediction.of(schedule.graph(buckets.shape(profile.stages(), 1)), new Computation(this));
  }

  /** Runs it with ranks that differ from each other and from step to step. */
  public Prediction simulate(Pace pace) {
    var graph = schedule.graph(buckets.shape(profile.stages(), 1));
    return Prediction.of(graph, new Computation(this), exchanges.ranks(), pace);
  }
}
