package io.weft.flow;

import io.weft.network.shared.Bell;
import io.weft.network.shared.Pulse;
import io.weft.network.shared.Ring;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A rank of the same host, and what joins it with this one.
 *
 * @param number among the ranks of the host
 * @param bell wakes it
 * @param pulse shows that it lives
 * @param incoming what it has told
 * @param postbox what it is to be told
 * @param unclaimed bytes of its messages that have come and that no operation has asked for
 */
record Neighbour(
    int rank,
    int number,
    Bell bell,
    Pulse pulse,
    Ring incoming,
    Postbox postbox,
    AtomicLong unclaimed) {
  /** How many bytes of its messages may wait here; beyond that they wait there. */
  private static final long UNCLAIMED_MOST = 4 << 20;

  /** Whether it has told something that there is room for. */
  boolean isWelcome() {
    return incoming.hasNext() && unclaimed.get() < UNCLAIMED_MOST;
  }
}
