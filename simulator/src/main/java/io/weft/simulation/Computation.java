package io.weft.simulation;

import io.weft.model.BucketPlan;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Task;
import io.weft.zoo.Profile;

/**
 * What the tasks of a model cost: its passes take their share of a step, exchanges what the cluster
 * takes for them. Updates are part of the step time that was given or measured.
 *
 * @param stepSeconds what a rank computes in a step
 * @param bytesPerElement on the wire
 */
record Computation(
    Profile profile,
    BucketPlan plan,
    double stepSeconds,
    int microSteps,
    ExchangeCosts exchanges,
    double bytesPerElement)
    implements TaskCosts {
  /** A norm or a flag. */
  private static final double AGREEMENT_BYTES = 8;

  @Override
  public Cost of(Task task) {
    return switch (task) {
      case Task.Forward(var stage, _) -> passing(profile.forwardShare(stage));
      case Task.Backward(var stage, _) -> passing(profile.backwardShare(stage));
      case Task.Transfer(var bucket, var phase, _) -> exchange(bucket, phase);
      case Task.Agree _ -> exchanges.of(Phase.ALL_REDUCE_GRADIENTS, AGREEMENT_BYTES, 1);
      case Task.Update _, Task.Local _, Task.Release _ -> Cost.NONE;
    };
  }

  private Cost passing(double share) {
    return Cost.computing(share * stepSeconds / microSteps);
  }

  private Cost exchange(int bucket, Phase phase) {
    double bytes = plan.bytesOf(bucket) * bytesPerElement / Float.BYTES;
    return exchanges.of(phase, bytes, plan.buckets().get(bucket).size());
  }
}
