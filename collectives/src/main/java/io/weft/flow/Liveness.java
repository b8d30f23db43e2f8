package io.weft.flow;

import java.time.Duration;
import java.util.Arrays;

/**
 * Which peer has been silent for too long. Pure: it is told what time it is.
 *
 * <p>A rank that was itself stopped for a while must not blame the others: when its own look-out
 * comes late, everybody gets the time again. For the thread that looks out, except that {@link
 * #heard} is for all.
 */
final class Liveness {
  private final long limitNanos;
  private final long[] heardNanos;
  private long lookedNanos;

  Liveness(int ranks, Duration limit, long nowNanos) {
    this.limitNanos = limit.toNanos();
    this.heardNanos = new long[ranks];
    this.lookedNanos = nowNanos;
    Arrays.fill(heardNanos, nowNanos);
  }

  /** How often a sign of life is due, so that several may come late. */
  long pulseNanos() {
    return limitNanos / 5;
  }

  /** A race between two writers of the same field does no harm: both times are about now. */
  void heard(int peer, long nowNanos) {
    heardNanos[peer] = nowNanos;
  }

  long silentNanos(int peer, long nowNanos) {
    return nowNanos - heardNanos[peer];
  }

  /** Whether this rank was itself away; then silence proves nothing yet. */
  boolean look(long nowNanos) {
    boolean away = nowNanos - lookedNanos > limitNanos / 2;
    if (away) {
      Arrays.fill(heardNanos, nowNanos);
    }
    lookedNanos = nowNanos;
    return away;
  }

  /**
   * Whether a peer has been silent for so long that it can hardly be heard in time: its last sign
   * of life was due when that of a peer that is lost now was, or was the one before.
   */
  boolean isNearlyLost(int peer, long nowNanos) {
    return silentNanos(peer, nowNanos) > limitNanos - 2 * pulseNanos();
  }

  boolean isLost(int peer, long nowNanos) {
    return silentNanos(peer, nowNanos) > limitNanos;
  }
}
