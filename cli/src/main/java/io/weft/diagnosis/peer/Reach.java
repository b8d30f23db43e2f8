package io.weft.diagnosis.peer;

import io.weft.trace.ClockSample;

/** What became of our calls to one host. */
sealed interface Reach {
  /**
   * It answered and proved itself.
   *
   * @param best the quickest of all round trips
   */
  record Reached(ClockSample best) implements Reach {}

  /** A doctor answered, with another token. */
  record OtherToken() implements Reach {}

  /**
   * One of ours answered that is not who we called, or not for the same purpose.
   *
   * @param why as a sentence
   */
  record Disagreed(String why) implements Reach {}

  /**
   * Nobody answered that we could talk to.
   *
   * @param why the last cause, as part of a sentence
   */
  record Unreached(String why) implements Reach {}
}
