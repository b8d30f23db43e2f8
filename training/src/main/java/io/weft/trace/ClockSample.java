package io.weft.trace;

/**
 * One question and its answer, with the clocks of both sides in nanoseconds, as in NTP (RFC 5905,
 * section 8).
 *
 * @param asked by our clock
 * @param heard by theirs
 * @param answered by theirs
 * @param returned by ours
 */
public record ClockSample(long asked, long heard, long answered, long returned) {
  /** The time on the way, there and back. */
  public long roundTripNanos() {
    return returned - asked - (answered - heard);
  }

  /** How far their clock is ahead of ours, wrong by half a round trip at most. */
  public long offsetNanos() {
    return (heard - asked + (answered - returned)) / 2;
  }
}
