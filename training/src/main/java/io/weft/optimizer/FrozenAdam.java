package io.weft.optimizer;

import io.weft.tensor.Tensor;
import io.weft.tensor.Update;
import java.lang.foreign.Arena;
import java.util.Map;

/**
 * {@link AdamW} for some steps; after these v stays as it is, and what is given in place of
 * gradients is m itself: p ← (1 − η·λ)·p − (η ÷ (1−β₁ᵗ))·m ÷ (√v ÷ √(1−β₂ᵀ) + ε), T being the last
 * step of the beginning.
 *
 * <p>Tang et al., 1-bit Adam: Communication Efficient Large-Scale Training with Adam's Convergence
 * Speed, 2021, algorithm 1; there nothing is divided by the biases.
 *
 * @param steps T
 */
public record FrozenAdam(double beta1, double beta2, double epsilon, double weightDecay, long steps)
    implements Optimizer {
  /** As another optimizer, which it takes the place of. */
  public static FrozenAdam of(AdamW adam, long steps) {
    return new FrozenAdam(adam.beta1(), adam.beta2(), adam.epsilon(), adam.weightDecay(), steps);
  }

  @Override
  public Updater updater(Shard shard, Arena arena) {
    var moments = Moments.of(beta1, beta2, shard, arena);
    var thawed = new AdaptiveUpdater(shard, moments, epsilon, 0, rate -> 1 - rate * weightDecay);
    return new Freezing(shard, moments, thawed);
  }

  private final class Freezing implements Updater {
    private final Shard shard;
    private final Moments moments;
    private final Updater thawed;

    Freezing(Shard shard, Moments moments, Updater thawed) {
      this.shard = shard;
      this.moments = moments;
      this.thawed = thawed;
    }

    @Override
    public void update(Tensor parameters, Tensor gradients, double rate, long step) {
      if (step <= steps) {
        thawed.update(parameters, gradients, rate, step);
        return;
      }
      shard.check(parameters, gradients);
      var by =
          new Update.Adaptive(
              Update.Moments.of(0, 1), // m becomes what is given, and v stays
              (float) (rate / moments.biasOfMeans(step)),
              (float) moments.rootOfBiasOfSquares(Math.max(1, steps)),
              (float) epsilon,
              0,
              (float) (1 - rate * weightDecay));
      moments.adapt(by, parameters, gradients);
    }

    @Override
    public Map<String, Tensor> state() {
      return moments.state();
    }
  }
}
