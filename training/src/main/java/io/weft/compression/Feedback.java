package io.weft.compression;

/** What becomes of what a rank wanted to send and did not. */
public sealed interface Feedback {
  /** It is lost. */
  record None() implements Feedback {}

  /** It is kept and added to the next gradient. */
  record Residual() implements Feedback {}

  /**
   * It goes on accumulating momentum: u = mu + g; v = v + u; what is sent is taken from v, and u is
   * 0 where something was.
   *
   * @param momentum m
   */
  record Momentum(float momentum) implements Feedback {}
}
