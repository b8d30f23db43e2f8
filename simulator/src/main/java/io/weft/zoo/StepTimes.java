package io.weft.zoo;

/**
 * What a step takes on one rank that is alone.
 *
 * @param seconds of forward and backward
 * @param coreSeconds of processors, in forward and backward; 0 if a model computes elsewhere
 * @param updateSeconds of the optimizer, for all parameters; 0 if it is part of the seconds
 * @param crowdedCoreSeconds of processors where ranks outnumber cores, and empty each other's caches
 */
public record StepTimes(
    double seconds, double coreSeconds, double updateSeconds, double crowdedCoreSeconds) {
  public StepTimes {
    double sum = seconds + coreSeconds + updateSeconds + crowdedCoreSeconds;
    if (!(seconds > 0 && coreSeconds >= 0 && updateSeconds >= 0 && crowdedCoreSeconds >= 0)
        || Double.isInfinite(sum)) {
      throw new IllegalArgumentException(
          "a step of %s s, with %s s of processors, or %s s, and %s s of updates: %s"
              .formatted(
                  seconds,
                  coreSeconds,
                  crowdedCoreSeconds,
                  updateSeconds,
                  "give times above 0, 0 or more for all but the first"));
    }
  }

  /** Of a rank that loses nothing where others compute on the same cores. */
  public StepTimes(double seconds, double coreSeconds, double updateSeconds) {
    this(seconds, coreSeconds, updateSeconds, coreSeconds);
  }

  /** All that a rank does. */
  public double wholeSeconds() {
    return seconds + updateSeconds;
  }

  /** Forward and backward of more samples, or of fewer. */
  public StepTimes times(double factor) {
    return new StepTimes(
        seconds * factor, coreSeconds * factor, updateSeconds, crowdedCoreSeconds * factor);
  }
}
