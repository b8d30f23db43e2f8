package io.weft.optimizer;

import io.weft.tensor.Tensor;
import io.weft.tensor.Update;
import io.weft.tensor.UpdateKernels;
import java.lang.foreign.Arena;
import java.util.Map;

/**
 * Stochastic gradient descent as in PyTorch, with dampening 0: g ← g + λ·p; m ← μ·m + g; p ← p −
 * η·m, or with Nesterov's look ahead p ← p − η·(g + μ·m). Without momentum nothing is remembered.
 *
 * <p>Nesterov: Sutskever et al., On the importance of initialization and momentum in deep learning,
 * 2013, in the form in which the rate multiplies the momentum.
 *
 * @param momentum μ
 * @param nesterov which needs momentum
 * @param weightDecay λ
 */
public record Sgd(double momentum, boolean nesterov, double weightDecay) implements Optimizer {
  public Sgd {
    Setting.checkBeta("momentum", momentum);
    Setting.checkNotNegative("weight-decay", weightDecay);
    if (nesterov && momentum == 0) {
      throw new IllegalArgumentException(
          "nesterov looks ahead along the momentum, which is 0: set momentum, such as 0.9");
    }
  }

  @Override
  public Updater updater(Shard shard, Arena arena) {
    return momentum == 0 ? new Plain(shard) : new Heavy(shard, shard.remember(arena));
  }

  private final class Plain implements Updater {
    private final Shard shard;

    Plain(Shard shard) {
      this.shard = shard;
    }

    @Override
    public void update(Tensor parameters, Tensor gradients, double rate, long step) {
      shard.check(parameters, gradients);
      var by = new Update.Descent((float) rate, (float) weightDecay);
      UpdateKernels.best().descend(by, parameters.segment(), gradients.segment());
    }

    @Override
    public Map<String, Tensor> state() {
      return Map.of();
    }
  }

  private final class Heavy implements Updater {
    private final Shard shard;
    private final Tensor remembered;

    Heavy(Shard shard, Tensor remembered) {
      this.shard = shard;
      this.remembered = remembered;
    }

    @Override
    public void update(Tensor parameters, Tensor gradients, double rate, long step) {
      shard.check(parameters, gradients);
      var by =
          new Update.Momentum((float) rate, (float) momentum, 1, (float) weightDecay, nesterov);
      UpdateKernels.best()
          .descend(by, parameters.segment(), gradients.segment(), remembered.segment());
    }

    @Override
    public Map<String, Tensor> state() {
      return Map.of("momentum", remembered);
    }
  }
}
