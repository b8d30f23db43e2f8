package io.weft.training;

import io.weft.trace.Overlap;
import java.util.List;

/**
 * Where the time of a round went, on average over several rounds and ranks.
 *
 * <p>While others follow, the latest round is not whole, since there may be pauses for its
 * exchanges yet; its overlap counts with the next average.
 *
 * @param rounds over how many
 * @param seconds of the whole round
 * @param busySeconds during which the compute lane was busy
 * @param wholeRounds over how many of them and of those before overlap is
 * @param overlap of exchanges and what was computed, in a round
 * @param waitingSeconds of each rank, of which that of overlap is the mean; nothing where one rank
 *     speaks for itself
 */
public record RoundTimes(
    long rounds,
    double seconds,
    double busySeconds,
    long wholeRounds,
    Overlap overlap,
    List<Double> waitingSeconds) {
  public RoundTimes {
    waitingSeconds = List.copyOf(waitingSeconds);
  }

  public RoundTimes(
      long rounds, double seconds, double busySeconds, long wholeRounds, Overlap overlap) {
    this(rounds, seconds, busySeconds, wholeRounds, overlap, List.of());
  }

  /** Time in which nothing was computed, whatever the reason, in seconds. */
  public double idleSeconds() {
    return Math.max(0, seconds - busySeconds);
  }
}
