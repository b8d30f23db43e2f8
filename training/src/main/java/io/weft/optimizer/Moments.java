package io.weft.optimizer;

import io.weft.tensor.Tensor;
import io.weft.tensor.Update;
import io.weft.tensor.UpdateKernels;
import java.lang.foreign.Arena;
import java.util.Map;

/**
 * The mean m of gradients and the mean v of their squares, as Adam and its kin keep them: both
 * begin at zero and are therefore too small by 1 − βᵗ at first.
 */
record Moments(double beta1, double beta2, Tensor means, Tensor squares) {
  static Moments of(double beta1, double beta2, Shard shard, Arena arena) {
    return new Moments(beta1, beta2, shard.remember(arena), shard.remember(arena));
  }

  /** How they follow the gradients. */
  Update.Moments update() {
    return Update.Moments.of(beta1, beta2);
  }

  /** 1 − β₁ᵗ. */
  double biasOfMeans(long step) {
    return bias(beta1, step);
  }

  /** √(1 − β₂ᵗ). */
  double rootOfBiasOfSquares(long step) {
    return Math.sqrt(bias(beta2, step));
  }

  private static double bias(double beta, long step) {
    if (step < 1) {
      throw new IllegalArgumentException("step=" + step + ": steps are counted from 1");
    }
    return 1 - Math.pow(beta, (double) step);
  }

  /** Follows the gradients and moves the parameters. */
  void adapt(Update.Adaptive by, Tensor parameters, Tensor gradients) {
    UpdateKernels.best()
        .adapt(by, parameters.segment(), gradients.segment(), means.segment(), squares.segment());
  }

  Map<String, Tensor> state() {
    return Map.of("mean", means, "square", squares);
  }
}
