package io.weft.measurement;

import io.weft.schedule.graph.Task;
import java.util.Map;

/**
 * What the network does while nothing is computed, and what computing takes while nothing is sent:
 * measured once, for all turns of a strategy.
 *
 * @param goodput bytes per second of a rank
 * @param exchangeSeconds in which the exchanges of a step were done
 * @param passSeconds of forward and backward of each stage, with all ranks at work
 */
public record Unloaded(double goodput, double exchangeSeconds, Map<Task, Double> passSeconds) {
  /** Of a rank that exchanges nothing. */
  static final Unloaded NOTHING = new Unloaded(Double.POSITIVE_INFINITY, 0, Map.of());
}
