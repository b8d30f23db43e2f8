package io.weft.command;

import io.weft.optimizer.Adam;
import io.weft.optimizer.AdamW;
import io.weft.optimizer.Lion;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Sgd;

/** Optimizers as they are written on a command line, with usual settings. */
enum OptimizerName {
  SGD(0.05),
  ADAM(1e-3),
  ADAMW(1e-3),
  LION(1e-4);

  private final double usualRate;

  OptimizerName(double usualRate) {
    this.usualRate = usualRate;
  }

  Optimizer optimizer() {
    return switch (this) {
      case SGD -> new Sgd(0.9, false, 0);
      case ADAM -> new Adam(0.9, 0.999, 1e-8, 0);
      case ADAMW -> new AdamW(0.9, 0.999, 1e-8, 0.01);
      case LION -> new Lion(0.9, 0.99, 0.1);
    };
  }

  double usualRate() {
    return usualRate;
  }
}
