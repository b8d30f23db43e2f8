package io.weft.training;

/**
 * Where the time of a round went, on average over several rounds.
 *
 * @param seconds of the whole round
 * @param busySeconds during which the compute lane was busy
 * @param exchangeSeconds what the exchanges of a round take with computation switched off
 */
public record RoundTimes(double seconds, double busySeconds, double exchangeSeconds) {
  /** Communication that nothing was computed behind, in seconds. */
  public double exposedSeconds() {
    return Math.max(0, seconds - busySeconds);
  }

  /**
   * The part of communication that something was computed behind, from 0 to 1: 0 also where ranks
   * waited longer than the exchanges take alone, for a slower rank or for a core; 1 where nothing
   * is exchanged.
   */
  public double hidden() {
    return exchangeSeconds == 0 ? 1 : Math.max(0, 1 - exposedSeconds() / exchangeSeconds);
  }
}
