package io.weft.simulation;

import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Task;
import io.weft.training.round.Credit;
import java.util.List;

/**
 * What the tasks of a model cost: its passes take their share of a step, exchanges what the cluster
 * takes for them. Accelerators encode what backward completes behind it and decode it before the
 * update, both on the compute lane; cores do it around the exchange. Updates are part of the step
 * time, unless they were measured apart.
 */
final class Computation implements TaskCosts {
  /** A norm or a flag. */
  private static final double AGREEMENT_BYTES = 8;

  private final Scenario scenario;
  private final BucketCosts buckets;
  private final List<Double> forward;
  private final List<Double> backward;
  private final double secondsPerWork;
  private final double[] encodeSeconds;

  /** Cores that forward and backward take. */
  private final double cores;

  Computation(Scenario scenario) {
    this.scenario = scenario;
    this.buckets = new BucketCosts(scenario);
    var profile = scenario.profile();
    this.forward = profile.forward();
    this.backward = profile.backward();
    this.secondsPerWork = scenario.stepSeconds() / profile.work();
    this.cores = scenario.work().coreSeconds() / scenario.work().seconds();
    this.encodeSeconds = buckets.encodeSecondsByStage();
  }

  @Override
  public Cost before(Task task) {
    return switch (task) {
      case Task.Transfer(var bucket, var phase, _) when begins(phase) ->
          passing(0, buckets.encodeSecondsOnHost(bucket));
      default -> Cost.NONE;
    };
  }

  @Override
  public Cost after(Task task) {
    return switch (task) {
      case Task.Transfer(var bucket, var phase, _) when ends(phase) ->
          passing(0, buckets.decodeSecondsOnHost(bucket));
      default -> Cost.NONE;
    };
  }

  @Override
  public Credit credit() {
    var pieces = scenario.buckets();
    return new Credit(
        scenario.credit(),
        task -> task instanceof Task.Transfer(var bucket, _, _) ? pieces.bytesOf(bucket) : 0);
  }

  private static boolean begins(Phase phase) {
    return phase == Phase.ALL_REDUCE_GRADIENTS || phase == Phase.REDUCE_SCATTER_GRADIENTS;
  }

  private static boolean ends(Phase phase) {
    return phase == Phase.ALL_REDUCE_GRADIENTS || phase == Phase.ALL_GATHER_GRADIENTS;
  }

  @Override
  public Cost of(Task task) {
    return switch (task) {
      case Task.Forward(var stage, _) -> passing(forward.get(stage), 0);
      case Task.Backward(var stage, _) -> passing(backward.get(stage), encodeSeconds[stage]);
      case Task.Transfer(var bucket, var phase, _) -> buckets.exchange(bucket, phase);
      case Task.Agree _ -> scenario.exchanges().of(Phase.ALL_REDUCE_GRADIENTS, AGREEMENT_BYTES, 1);
      case Task.Update(var bucket, _, var extent) ->
          passing(0, buckets.updateSeconds(bucket, extent));
      case Task.Local _, Task.Release _ -> Cost.NONE;
    };
  }

  /** {@code beside} takes one core. */
  private Cost passing(double share, double beside) {
    double seconds = share * secondsPerWork;
    return new Cost(seconds + beside, seconds * cores + beside, 0, 1);
  }
}
