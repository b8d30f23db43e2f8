package io.weft.zoo;

/**
 * What a step takes on one rank that is alone.
 *
 * @param seconds of forward and backward
 * @param coreSeconds of processors, in forward and backward; 0 if a model computes elsewhere
 * @param updateSeconds of the optimizer, for all parameters; 0 if it is part of the seconds
 */
public record StepTimes(double seconds, double coreSeconds, double updateSeconds) {
  public StepTimes {
    double sum = seconds + coreSeconds + updateSeconds;
    if (!(seconds > 0 && coreSeconds >= 0 && updateSeconds >= 0) || Double.isInfinite(sum)) {
      throw new IllegalArgumentException(
          "a step of %s s, with %s s of processors and %s s of updates: %s"
              .formatted(
                  seconds,
                  coreSeconds,
                  updateSeconds,
                  "give times above 0, 0 or more for the last"));
    }
  }

  /** All that a rank does. */
  public double wholeSeconds() {
    return seconds + updateSeconds;
  }

  /** Forward and backward of more samples, or of fewer. */
  public StepTimes times(double factor) {
    return new StepTimes(seconds * factor, coreSeconds * factor, updateSeconds);
  }
}
