package io.weft.training;

import io.weft.trace.Overlap;

/**
 * Where the time of a round went, on average over several rounds and ranks.
 *
 * @param rounds over how many
 * @param seconds of the whole round
 * @param busySeconds during which the compute lane was busy
 * @param overlap of exchanges and what was computed, in a round
 */
public record RoundTimes(long rounds, double seconds, double busySeconds, Overlap overlap) {
  /** Time in which nothing was computed, whatever the reason, in seconds. */
  public double idleSeconds() {
    return Math.max(0, seconds - busySeconds);
  }
}
