package io.weft.measurement;

/**
 * The least that a step can take.
 *
 * @param linkSeconds with tasks as quick as they were seen, exchanges as quick as the link, and as
 *     much of both at a time as the step graph allows
 * @param cpuSeconds if the cores were never idle
 */
public record Floor(double linkSeconds, double cpuSeconds) {
  /** The higher of the two. */
  public double seconds() {
    return Math.max(linkSeconds, cpuSeconds);
  }
}
