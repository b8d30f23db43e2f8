package io.weft.compression.quantisation;

/** How a number becomes one of the few that a payload can express. */
public enum Rounding {
  NEAREST,
  /** At random, up or down, so that the mean is right. */
  STOCHASTIC
}
