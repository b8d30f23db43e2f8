package io.weft.simulation;

import io.weft.model.BucketPlan;
import io.weft.schedule.Schedule;
import io.weft.training.bucket.Pieces;
import io.weft.zoo.Profile;
import io.weft.zoo.StepTimes;

/**
 * All that a prediction depends on.
 *
 * @param work what a rank computes in a step
 * @param buckets whole or in pieces, as graphs see them
 * @param form of gradients on the wire
 * @param coder who encodes and decodes gradients
 * @param cores that ranks compute and communicate with
 * @param credit how many bytes may be under way before an exchange that is no more urgent starts
 */
public record Scenario(
    Profile profile,
    StepTimes work,
    Schedule schedule,
    Pieces buckets,
    ExchangeCosts exchanges,
    WireForm form,
    Coder coder,
    CorePools cores,
    long credit) {
  /** Where gradients are encoded and decoded. */
  public enum Coder {
    /** The lane that also computes: kernels of an accelerator. */
    COMPUTE,
    /** A processor of the host, beside what is computed, as training does it here. */
    HOST
  }

  /** Whatever is ready may be under way. */
  public Scenario(
      Profile profile,
      StepTimes work,
      Schedule schedule,
      Pieces buckets,
      ExchangeCosts exchanges,
      WireForm form,
      Coder coder,
      CorePools cores) {
    this(profile, work, schedule, buckets, exchanges, form, coder, cores, Long.MAX_VALUE);
  }

  /** With plenty of cores, and updates that are part of the time of a step. */
  public Scenario(
      Profile profile,
      double stepSeconds,
      Schedule schedule,
      BucketPlan buckets,
      ExchangeCosts exchanges,
      WireForm form) {
    this(
        profile,
        new StepTimes(stepSeconds, 0, 0),
        schedule,
        Pieces.whole(buckets),
        exchanges,
        form,
        Coder.COMPUTE,
        CorePools.PLENTY);
  }

  /** What forward and backward take on a rank that is alone. */
  public double stepSeconds() {
    return work.seconds();
  }

  /** The same on another network. */
  public Scenario withExchanges(ExchangeCosts others) {
    return new Scenario(profile, work, schedule, buckets, others, form, coder, cores, credit);
  }

  /** The same with other cores. */
  public Scenario withCores(CorePools others) {
    return new Scenario(profile, work, schedule, buckets, exchanges, form, coder, others, credit);
  }

  /** Runs it in virtual time, one rank for all. */
  public Prediction simulate() {
    var graph = schedule.graph(buckets.shape(profile.stages(), 1));
    return Prediction.of(graph, new Computation(this), cores.ofOne());
  }

  /** Runs it with ranks that differ from each other and from step to step. */
  public Prediction simulate(Pace pace) {
    var graph = schedule.graph(buckets.shape(profile.stages(), 1));
    var pools = cores.arePlenty() ? plenty() : cores;
    return Prediction.of(graph, new Computation(this), pools, pace);
  }

  /** How long a step of such a run is, and no more. */
  public double stepSeconds(Pace pace) {
    var graph = schedule.graph(buckets.shape(profile.stages(), 1));
    var pools = cores.arePlenty() ? plenty() : cores;
    return Prediction.stepSeconds(graph, new Computation(this), pools, pace);
  }

  private CorePools plenty() {
    return new CorePools(1, exchanges.ranks(), Double.POSITIVE_INFINITY, 0);
  }
}
