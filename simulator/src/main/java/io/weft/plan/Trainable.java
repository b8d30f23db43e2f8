package io.weft.plan;

import io.weft.optimizer.AdamW;
import io.weft.optimizer.Lion;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.strategy.Strategy;
import io.weft.training.StrategySettings;
import java.util.List;
import java.util.Optional;

/** What can be trained with: training itself is asked, with the optimizers that strategies need. */
final class Trainable {
  private static final List<Optimizer> OPTIMIZERS =
      List.of(new Sgd(0.9, false, 0), new AdamW(0.9, 0.999, 1e-8, 0), new Lion(0.9, 0.99, 0));

  private Trainable() {}

  /** Why a strategy cannot be trained with, and what to choose instead; empty if it can. */
  static Optional<String> refusal(Strategy strategy) {
    if (StrategySettings.isLocal(strategy)) {
      return Optional.of("local exchanges nothing: every rank trains a model of its own");
    }
    var refusals = OPTIMIZERS.stream().map(it -> refusal(strategy, it)).toList();
    return refusals.stream().anyMatch(Optional::isEmpty) ? Optional.empty() : refusals.getFirst();
  }

  private static Optional<String> refusal(Strategy strategy, Optimizer optimizer) {
    try {
      var _ = StrategySettings.of(strategy, 1, optimizer, new Rate.Constant(1));
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
