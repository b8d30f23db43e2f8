package io.weft.join;

import io.weft.network.handshake.Limits;
import io.weft.network.socket.Tls;
import java.util.Optional;

/**
 * How bytes travel between processes; the same on all ranks, or they refuse to meet.
 *
 * @param streams connections between each two ranks for large messages, at least one for each
 *     address they are given; what is small has one of its own
 * @param checksum all bytes are protected by a checksum, not only those that steer
 * @param tls what to encrypt them with
 */
public record Wiring(int streams, boolean checksum, Optional<Tls> tls) {
  private static final int STREAMS_MAX = Limits.STREAMS_MAX - 1;

  /** One stream of large messages, no checksum, no encryption. */
  public static final Wiring DEFAULT = new Wiring(1, false, Optional.empty());

  public Wiring {
    if (streams < 1 || streams > STREAMS_MAX) {
      throw new IllegalArgumentException(
          "%d streams: give 1 to %d connections for each two ranks"
              .formatted(streams, STREAMS_MAX));
    }
  }

  /** In words that are the same where the wiring is, and give no secret away. */
  @Override
  public String toString() {
    return "streams %d, checksum %s, TLS %s".formatted(streams, checksum, tls.isPresent());
  }
}
