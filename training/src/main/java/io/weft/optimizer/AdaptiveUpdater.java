package io.weft.optimizer;

import io.weft.tensor.Tensor;
import io.weft.tensor.Update;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** What {@link Adam} and {@link AdamW} have in common. */
final class AdaptiveUpdater implements Updater {
  private final Shard shard;
  private final Moments moments;
  private final double epsilon;
  private final double decay;
  private final DoubleUnaryOperator keep;

  /**
   * @param decay added to gradients
   * @param keep what is left of a parameter before it moves, by rate
   */
  AdaptiveUpdater(
      Shard shard, Moments moments, double epsilon, double decay, DoubleUnaryOperator keep) {
    this.shard = shard;
    this.moments = moments;
    this.epsilon = epsilon;
    this.decay = decay;
    this.keep = keep;
  }

  @Override
  public void update(Tensor parameters, Tensor gradients, double rate, long step) {
    shard.check(parameters, gradients);
    var by =
        new Update.Adaptive(
            moments.update(),
            (float) (rate / moments.biasOfMeans(step)),
            (float) moments.rootOfBiasOfSquares(step),
            (float) epsilon,
            (float) decay,
            (float) keep.applyAsDouble(rate));
    moments.adapt(by, parameters, gradients);
  }

  @Override
  public Map<String, Tensor> state() {
    return moments.state();
  }
}
