package io.weft.join;

import java.time.Duration;

/**
 * How long a rank waits.
 *
 * @param rendezvous for all ranks to come
 * @param collective for one operation to end
 * @param liveness for any sign of life of a peer, after which it is lost
 */
public record Timeouts(Duration rendezvous, Duration collective, Duration liveness) {
  /** 60 s, 30 s and 5 s. */
  public static final Timeouts DEFAULT =
      new Timeouts(Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(5));

  public Timeouts {
    requirePositive("timeout", rendezvous);
    requirePositive("collective timeout", collective);
    requirePositive("liveness timeout", liveness);
  }

  private static void requirePositive(String name, Duration timeout) {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException(
          "a %s of %s: give more than nothing, such as 5s".formatted(name, timeout));
    }
  }
}
