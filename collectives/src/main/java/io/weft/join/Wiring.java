package io.weft.join;

import io.weft.network.handshake.Limits;

/**
 * How bytes travel between processes; the same on all ranks, or they refuse to meet.
 *
 * @param streams connections between each two ranks, at least one for each address they are given
 * @param checksum every frame carries a checksum
 */
public record Wiring(int streams, boolean checksum) {
  /** One connection, no checksum. */
  public static final Wiring DEFAULT = new Wiring(1, false);

  public Wiring {
    if (streams < 1 || streams > Limits.STREAMS_MAX) {
      throw new IllegalArgumentException(
          "%d streams: give 1 to %d connections for each two ranks"
              .formatted(streams, Limits.STREAMS_MAX));
    }
  }
}
