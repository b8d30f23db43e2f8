package io.weft.schedule.graph;

/**
 * What a graph promises about the parameters that its forward and backward passes read. Step
 * <i>t</i> is the <i>t</i>-th of the run, counted from 0.
 *
 * <p>All three promise further that each update applies the complete gradient of its step, once and
 * in the order of steps, and that after the epilogue every rank holds all parameters with all
 * updates.
 */
public sealed interface Consistency {
  /**
   * Step t reads parameters with exactly the updates 0 to t − 1, each made from the gradient summed
   * over all ranks.
   */
  record Exact() implements Consistency {
    @Override
    public String toString() {
      return "exact";
    }
  }

  /**
   * Step t reads parameters with exactly the updates 0 to t − d − 1, each made from the gradient
   * summed over all ranks; the first d steps read the initial ones.
   *
   * @param steps d
   */
  record Delayed(int steps) implements Consistency {
    public Delayed {
      if (steps < 1) {
        throw new IllegalArgumentException("delayed(%d): at least 1 step".formatted(steps));
      }
    }

    @Override
    public String toString() {
      return "delayed(" + steps + ")";
    }
  }

  /**
   * A round has H steps, each applied to the rank's own parameters from its own gradient alone; at
   * the end of the round all parameters are averaged, once.
   *
   * @param period H
   */
  record Local(int period) implements Consistency {
    public Local {
      if (period < 1) {
        throw new IllegalArgumentException("local(%d): at least 1 step".formatted(period));
      }
    }

    @Override
    public String toString() {
      return "local(" + period + ")";
    }
  }

  /** How many steps, that is optimizer iterations, one round performs. */
  default int stepsPerRound() {
    return switch (this) {
      case Exact() -> 1;
      case Delayed(_) -> 1;
      case Local(var period) -> period;
    };
  }

  /** By how many steps the parameters that are read lag behind. */
  default int delay() {
    return switch (this) {
      case Exact() -> 0;
      case Delayed(var steps) -> steps;
      case Local(_) -> 0;
    };
  }
}
