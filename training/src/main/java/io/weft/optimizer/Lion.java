package io.weft.optimizer;

import io.weft.tensor.Tensor;
import io.weft.tensor.Update;
import io.weft.tensor.UpdateKernels;
import java.lang.foreign.Arena;
import java.util.Map;

/**
 * Only the sign of the momentum moves a parameter: c ← β₁·m + (1−β₁)·g; p ← (1 − η·λ)·p −
 * η·sign(c); m ← β₂·m + (1−β₂)·g.
 *
 * <p>Chen et al., Symbolic Discovery of Optimization Algorithms, 2023, algorithm 2; the decay is
 * taken out of p before it moves, which is the same but for rounding.
 */
public record Lion(double beta1, double beta2, double weightDecay) implements Optimizer {
  public Lion {
    Setting.checkBeta("beta1", beta1);
    Setting.checkBeta("beta2", beta2);
    Setting.checkNotNegative("weight-decay", weightDecay);
  }

  @Override
  public Updater updater(Shard shard, Arena arena) {
    return new Signed(shard, shard.remember(arena));
  }

  private final class Signed implements Updater {
    private final Shard shard;
    private final Tensor momentum;

    Signed(Shard shard, Tensor momentum) {
      this.shard = shard;
      this.momentum = momentum;
    }

    @Override
    public void update(Tensor parameters, Tensor gradients, double rate, long step) {
      shard.check(parameters, gradients);
      var by =
          new Update.Sign(
              (float) rate,
              (float) (1 - rate * weightDecay),
              Update.Share.of(beta1),
              Update.Share.of(beta2));
      UpdateKernels.best().sign(by, parameters.segment(), gradients.segment(), momentum.segment());
    }

    @Override
    public Map<String, Tensor> state() {
      return Map.of("momentum", momentum);
    }
  }
}
