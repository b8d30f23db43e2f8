package io.weft.optimizer;

import io.weft.model.Parameter;
import io.weft.tensor.Tensor;
import io.weft.tensor.Update;
import io.weft.tensor.UpdateKernels;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The direction of Adam with a rate of its own for each parameter: m and v as in {@link Adam}; u =
 * (m ÷ (1−β₁ᵗ)) ÷ (√v ÷ √(1−β₂ᵗ) + ε) + λ·p; p ← p − η·(‖p‖ ÷ ‖u‖)·u, the quotient being 1 where
 * either norm is zero. What is exempt has the quotient 1 and λ = 0.
 *
 * <p>You et al., Large Batch Optimization for Deep Learning: Training BERT in 76 minutes, 2020,
 * algorithm 2, with φ(z) = z. Measuring turns the gradients into u.
 */
public record Lamb(double beta1, double beta2, double epsilon, double weightDecay, Exempt exempt)
    implements Optimizer {
  public Lamb {
    Setting.checkBeta("beta1", beta1);
    Setting.checkBeta("beta2", beta2);
    Setting.checkPositive("epsilon", epsilon);
    Setting.checkNotNegative("weight-decay", weightDecay);
  }

  @Override
  public void check(List<Parameter> parameters) {
    exempt.check(parameters);
  }

  @Override
  public boolean hasSums() {
    return true;
  }

  @Override
  public Updater updater(Shard shard, Arena arena) {
    return new Layered(shard, new Norms(shard, arena), Moments.of(beta1, beta2, shard, arena));
  }

  private final class Layered implements Updater {
    private final Shard shard;
    private final Set<Shard.Part> plain;
    private final Norms norms;
    private final Moments moments;

    Layered(Shard shard, Norms norms, Moments moments) {
      this.shard = shard;
      this.plain = exempt.among(shard);
      this.norms = norms;
      this.moments = moments;
    }

    @Override
    public Tensor sums() {
      return norms.sums();
    }

    @Override
    public void measure(Tensor parameters, Tensor gradients, long step) {
      shard.check(parameters, gradients);
      var decaying = direction(step, weightDecay);
      var still = direction(step, 0);
      for (var part : shard.parts()) {
        UpdateKernels.best()
            .direct(
                plain.contains(part) ? still : decaying,
                part.of(parameters).segment(),
                part.of(gradients).segment(),
                part.of(moments.means()).segment(),
                part.of(moments.squares()).segment());
      }
      norms.measure(parameters, gradients);
    }

    private Update.Direction direction(long step, double decay) {
      return new Update.Direction(
          moments.update(),
          (float) moments.biasOfMeans(step),
          (float) moments.rootOfBiasOfSquares(step),
          (float) epsilon,
          (float) decay);
    }

    @Override
    public void update(Tensor parameters, Tensor directions, double rate, long step) {
      shard.check(parameters, directions);
      for (var part : shard.parts()) {
        double ratio =
            plain.contains(part) ? 1 : ratio(norms.ofParameter(part), norms.ofMoving(part));
        UpdateKernels.best()
            .descend(
                new Update.Descent((float) (rate * ratio), 0),
                part.of(parameters).segment(),
                part.of(directions).segment());
      }
    }

    private static double ratio(double ofParameter, double ofDirection) {
      return ofParameter == 0 || ofDirection == 0 ? 1 : ofParameter / ofDirection;
    }

    @Override
    public Map<String, Tensor> state() {
      return moments.state();
    }
  }
}
