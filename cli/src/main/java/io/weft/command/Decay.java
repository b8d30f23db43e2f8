package io.weft.command;

import io.weft.optimizer.Rate;

/** How the rate falls in the course of training, as it is written on a command line. */
enum Decay {
  NONE,
  COSINE,
  LINEAR,
  STEP;

  private static final long PARTS = 3;
  private static final double FACTOR = 0.1;

  /** From a first rate, in so many steps. */
  Rate from(double first, long steps) {
    return switch (this) {
      case NONE -> new Rate.Constant(first);
      case COSINE -> new Rate.Cosine(first, 0, steps);
      case LINEAR -> new Rate.Linear(first, 0, steps);
      case STEP -> new Rate.Steps(first, Math.ceilDiv(steps, PARTS), FACTOR);
    };
  }
}
