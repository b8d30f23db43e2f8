package io.weft.schedule.graph;

/**
 * Thrown inside a proof at the first thing that cannot be; the verifier turns it into a verdict.
 */
final class Refuted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Refuted(String why) {
    super(why, null, false, false);
  }
}
