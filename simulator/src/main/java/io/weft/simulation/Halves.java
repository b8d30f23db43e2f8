package io.weft.simulation;

import io.weft.collective.program.Operation;
import io.weft.schedule.graph.Phase;

/** An all-reduce is two halves, a reduce-scatter and an all-gather. */
final class Halves {
  private Halves() {}

  /** How many halves of an all-reduce a phase is. */
  static int of(Phase phase) {
    return operation(phase) == Operation.ALL_REDUCE ? 2 : 1;
  }

  static Operation operation(Phase phase) {
    return switch (phase) {
      case ALL_REDUCE_GRADIENTS, AVERAGE_PARAMETERS -> Operation.ALL_REDUCE;
      case REDUCE_SCATTER_GRADIENTS -> Operation.REDUCE_SCATTER;
      case ALL_GATHER_GRADIENTS, ALL_GATHER_PARAMETERS -> Operation.ALL_GATHER;
    };
  }
}
