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
 * Momentum with a rate of its own for each parameter: λ = trust·‖p‖ ÷ (‖g‖ + β·‖p‖), or 1 where
 * either norm is zero; m ← μ·m + η·λ·(g + β·p); p ← p − m. What is exempt has λ = 1 and β = 0.
 *
 * <p>You, Gitman and Ginsburg, Large Batch Training of Convolutional Networks, 2017, algorithm 1.
 *
 * @param momentum μ
 * @param weightDecay β
 * @param trust how far a parameter may move, in parts of its norm
 */
public record Lars(double momentum, double weightDecay, double trust, Exempt exempt)
    implements Optimizer {
  public Lars {
    Setting.checkBeta("momentum", momentum);
    Setting.checkNotNegative("weight-decay", weightDecay);
    Setting.checkPositive("trust", trust);
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
    return new Layered(shard, new Norms(shard, arena), shard.remember(arena));
  }

  private double scale(double ofParameter, double ofGradient) {
    return ofParameter == 0 || ofGradient == 0
        ? 1
        : trust * ofParameter / (ofGradient + weightDecay * ofParameter);
  }

  private final class Layered implements Updater {
    private final Shard shard;
    private final Set<Shard.Part> plain;
    private final Norms norms;
    private final Tensor remembered;

    Layered(Shard shard, Norms norms, Tensor remembered) {
      this.shard = shard;
      this.plain = exempt.among(shard);
      this.norms = norms;
      this.remembered = remembered;
    }

    @Override
    public Tensor sums() {
      return norms.sums();
    }

    @Override
    public void measure(Tensor parameters, Tensor gradients, long step) {
      shard.check(parameters, gradients);
      norms.measure(parameters, gradients);
    }

    @Override
    public void update(Tensor parameters, Tensor gradients, double rate, long step) {
      shard.check(parameters, gradients);
      for (var part : shard.parts()) {
        boolean spared = plain.contains(part);
        double scale = spared ? 1 : scale(norms.ofParameter(part), norms.ofMoving(part));
        float decay = spared ? 0 : (float) weightDecay;
        var by = new Update.Momentum(1, (float) momentum, (float) (rate * scale), decay, false);
        UpdateKernels.best()
            .descend(
                by,
                part.of(parameters).segment(),
                part.of(gradients).segment(),
                part.of(remembered).segment());
      }
    }

    @Override
    public Map<String, Tensor> state() {
      return Map.of("momentum", remembered);
    }
  }
}
