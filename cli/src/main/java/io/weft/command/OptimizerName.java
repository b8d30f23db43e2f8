package io.weft.command;

import io.weft.optimizer.Adam;
import io.weft.optimizer.AdamW;
import io.weft.optimizer.Exempt;
import io.weft.optimizer.Lamb;
import io.weft.optimizer.Lars;
import io.weft.optimizer.Lion;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Sgd;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Optimizers as they are written on a command line, with usual settings. */
enum OptimizerName {
  SGD(0.05, 0.9, 0),
  ADAM(1e-3, Double.NaN, 0),
  ADAMW(1e-3, Double.NaN, 0.01),
  LION(1e-4, Double.NaN, 0.1),
  LARS(1, 0.9, 1e-4),
  LAMB(2e-3, Double.NaN, 0.01);

  private final double usualRate;

  /** Not a number where there is none to set. */
  private final double usualMomentum;

  private final double usualDecay;

  OptimizerName(double usualRate, double usualMomentum, double usualDecay) {
    this.usualRate = usualRate;
    this.usualMomentum = usualMomentum;
    this.usualDecay = usualDecay;
  }

  /** With what is given, and else what is usual. */
  Optimizer optimizer(
      @Nullable Double momentum, @Nullable Double weightDecay, @Nullable Exempt exempt) {
    if (momentum != null && Double.isNaN(usualMomentum)) {
      throw new IllegalArgumentException(
          "--momentum %s: %s has betas of its own, leave it out or choose sgd or lars"
              .formatted(momentum, lower(this)));
    }
    if (exempt != null && !isLayerwise()) {
      throw new IllegalArgumentException(
          "--exempt %s: %s treats all parameters alike, leave it out or choose lars or lamb"
              .formatted(exempt, lower(this)));
    }
    var spared = exempt == null ? Exempt.VECTORS : exempt;
    double kept = momentum == null ? usualMomentum : momentum;
    double decay = weightDecay == null ? usualDecay : weightDecay;
    return switch (this) {
      case SGD -> new Sgd(kept, false, decay);
      case ADAM -> new Adam(0.9, 0.999, 1e-8, decay);
      case ADAMW -> new AdamW(0.9, 0.999, 1e-8, decay);
      case LION -> new Lion(0.9, 0.99, decay);
      case LARS -> new Lars(kept, decay, 0.001, spared);
      case LAMB -> new Lamb(0.9, 0.999, 1e-6, decay, spared);
    };
  }

  /** Whether each parameter has a rate of its own, by its norm. */
  private boolean isLayerwise() {
    return this == LARS || this == LAMB;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The usual settings by the names of their options. */
  Map<String, String> usual() {
    var usual = new HashMap<String, String>();
    usual.put("lr", Double.toString(usualRate));
    usual.put("weight-decay", Double.toString(usualDecay));
    if (!Double.isNaN(usualMomentum)) {
      usual.put("momentum", Double.toString(usualMomentum));
    }
    if (isLayerwise()) {
      usual.put("exempt", Exempt.VECTORS.toString());
    }
    return usual;
  }

  double usualRate() {
    return usualRate;
  }
}
