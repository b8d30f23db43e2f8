package io.weft.optimizer;

import java.lang.foreign.Arena;

/**
 * {@link Adam} with decay that does not pass through the moments, as in PyTorch: p ← (1 − η·λ)·p
 * first, and the gradient is left as it is.
 *
 * <p>Loshchilov and Hutter, Decoupled Weight Decay Regularization, 2019, algorithm 2; there the
 * decay is not multiplied by the rate itself but by its schedule.
 */
public record AdamW(double beta1, double beta2, double epsilon, double weightDecay)
    implements Optimizer {
  public AdamW {
    Setting.checkBeta("beta1", beta1);
    Setting.checkBeta("beta2", beta2);
    Setting.checkPositive("epsilon", epsilon);
    Setting.checkNotNegative("weight-decay", weightDecay);
  }

  @Override
  public Updater updater(Shard shard, Arena arena) {
    var moments = Moments.of(beta1, beta2, shard, arena);
    return new AdaptiveUpdater(shard, moments, epsilon, 0, rate -> 1 - rate * weightDecay);
  }
}
