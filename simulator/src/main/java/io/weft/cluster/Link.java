package io.weft.cluster;

/**
 * One class of links: how fast, and how long until the first byte.
 *
 * @param bytesPerSecond in each direction at once
 */
public record Link(double bytesPerSecond, double latencySeconds) {
  public Link {
    Checks.positive("the rate of a link in bytes per second", bytesPerSecond);
    Checks.notNegative("the latency of a link in seconds", latencySeconds);
  }

  /** The same link, faster by a factor. */
  public Link faster(double factor) {
    return new Link(bytesPerSecond * factor, latencySeconds);
  }
}
