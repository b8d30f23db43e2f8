package io.weft.optimizer;

import java.lang.foreign.Arena;

/**
 * Adam as in PyTorch: g ← g + λ·p; m ← m + (1−β₁)·(g − m); v ← β₂·v + (1−β₂)·g·g; p ← p − (η ÷
 * (1−β₁ᵗ))·m ÷ (√v ÷ √(1−β₂ᵗ) + ε). The factors are reckoned in 64 bits and rounded to 32.
 *
 * <p>Kingma and Ba, Adam: A Method for Stochastic Optimization, 2015, algorithm 1.
 */
public record Adam(double beta1, double beta2, double epsilon, double weightDecay)
    implements Optimizer {
  public Adam {
    Setting.checkBeta("beta1", beta1);
    Setting.checkBeta("beta2", beta2);
    Setting.checkPositive("epsilon", epsilon);
    Setting.checkNotNegative("weight-decay", weightDecay);
  }

  @Override
  public Updater updater(Shard shard, Arena arena) {
    var moments = Moments.of(beta1, beta2, shard, arena);
    return new AdaptiveUpdater(shard, moments, epsilon, weightDecay, _ -> 1);
  }
}
