package io.weft.training;

import io.weft.optimizer.AdamW;
import io.weft.optimizer.FrozenAdam;
import io.weft.optimizer.Lion;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Sgd;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;

/**
 * What a compression takes over from the optimizer, and what is left of that.
 *
 * @param optimizer what is done with what was exchanged
 */
record Fused(Optimizer optimizer, float momentum, double beta1, double beta2) {
  /** Nothing is taken over. */
  Fused(Optimizer optimizer) {
    this(optimizer, 0, 0, 0);
  }

  /** Refuses an optimizer that a compression cannot work with. */
  static Fused of(Term compression, Optimizer optimizer) {
    var core = core(compression);
    return switch (core.name()) {
      case "onebit-adam" -> adam(optimizer, core.whole("freeze-step"));
      case "distributed-lion", "lion-cub" -> lion(core, optimizer);
      default ->
          compression.offers().contains(Capability.MOMENTUM)
              ? sgd(compression, optimizer)
              : new Fused(optimizer);
    };
  }

  /** What stands inside all wrappers. */
  private static Term core(Term term) {
    var inner = term.inner();
    return inner == null ? term : core(inner);
  }

  private static Fused adam(Optimizer optimizer, long freezeStep) {
    if (optimizer instanceof AdamW adam) {
      return new Fused(FrozenAdam.of(adam, freezeStep), 0, adam.beta1(), adam.beta2());
    }
    throw new IllegalArgumentException(
        "onebit-adam sends the momentum of AdamW: use the optimizer adamw");
  }

  private static Fused lion(Term core, Optimizer optimizer) {
    if (optimizer instanceof Lion(var beta1, var beta2, var weightDecay)) {
      return new Fused(new Sgd(0, false, weightDecay), 0, beta1, beta2);
    }
    throw new IllegalArgumentException(
        "%s sends the direction of Lion: use the optimizer lion".formatted(core.name()));
  }

  private static Fused sgd(Term compression, Optimizer optimizer) {
    if (optimizer instanceof Sgd(var momentum, var nesterov, var weightDecay) && !nesterov) {
      return new Fused(new Sgd(0, false, weightDecay), (float) momentum, 0, 0);
    }
    throw new IllegalArgumentException(
        "%s brings the momentum of plain SGD itself: use the optimizer sgd, without nesterov"
            .formatted(compression.name()));
  }
}
