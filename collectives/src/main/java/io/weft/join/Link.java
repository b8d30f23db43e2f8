package io.weft.join;

import io.weft.collective.program.LinkCosts;

/**
 * What a message costs on a link.
 *
 * @param latencyMicros of a message without bytes, from one rank to another
 * @param gigabytesPerSecond of a long message; 1 GB is 10⁹ bytes
 */
public record Link(double latencyMicros, double gigabytesPerSecond) {
  public Link {
    if (!(latencyMicros >= 0 && Double.isFinite(latencyMicros))) {
      throw new IllegalArgumentException(
          "a latency of %s µs: give a number that is not negative".formatted(latencyMicros));
    }
    if (!(gigabytesPerSecond > 0 && Double.isFinite(gigabytesPerSecond))) {
      throw new IllegalArgumentException(
          "a rate of %s GB/s: give a number above 0".formatted(gigabytesPerSecond));
    }
  }

  LinkCosts costs(double reductionGigabytesPerSecond) {
    return new LinkCosts(
        latencyMicros / 1e6, 1e-9 / gigabytesPerSecond, 1e-9 / reductionGigabytesPerSecond);
  }
}
