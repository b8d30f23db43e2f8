package io.weft.measurement;

/**
 * What the network does while nothing is computed: measured once, for all turns of a strategy.
 *
 * @param goodput bytes per second of a rank
 * @param exchangeSeconds in which the exchanges of a step were done
 */
public record Unloaded(double goodput, double exchangeSeconds) {
  /** Of a rank that exchanges nothing. */
  static final Unloaded NOTHING = new Unloaded(Double.POSITIVE_INFINITY, 0);
}
