package io.weft.flow;

import java.time.Duration;

/**
 * How a rank deals with its peers.
 *
 * @param livenessTimeout how long a peer may be silent before it counts as lost
 * @param checksum whether all bytes are sent with a checksum; those that steer always are
 */
public record FlowOptions(Duration livenessTimeout, boolean checksum) {
  private static final Duration LIVENESS_MIN = Duration.ofMillis(500);

  public static final FlowOptions DEFAULT = new FlowOptions(Duration.ofSeconds(5), false);

  public FlowOptions {
    if (livenessTimeout.compareTo(LIVENESS_MIN) < 0) {
      throw new IllegalArgumentException(
          "liveness timeout of %d ms: give at least %d ms, or busy ranks count as lost"
              .formatted(livenessTimeout.toMillis(), LIVENESS_MIN.toMillis()));
    }
  }
}
