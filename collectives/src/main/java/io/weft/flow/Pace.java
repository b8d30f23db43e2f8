package io.weft.flow;

import java.util.concurrent.TimeUnit;

/**
 * How fast the bytes of chunks come on one connection, and for how long whoever reads them may
 * therefore sleep: woken by the system for every few packets of a slow link, it would take time
 * from whoever computes. A pause of the sender looks like a slow link, so that the pace is believed
 * to have risen at once, and to have fallen only by and by; and no sleep is longer than the time of
 * a chunk. Belongs to the reading role.
 */
final class Pace {
  /** So much is worth sleeping for. */
  static final int WORTH_BYTES = 96 << 10;

  /** At this pace so few wake-ups are saved that none is worth the risk of being late. */
  private static final double FAST_BYTES_PER_SECOND = 250e6;

  static final long SLEEP_NANOS_MOST = TimeUnit.MILLISECONDS.toNanos(4);

  /** The part of the expected time in which not everything has come. */
  private static final double SURE = 0.9;

  private static final double FALLING = 0.1;

  private double bytesPerSecond;

  /** What was yet to come of a chunk after the first read, negative before; and when that was. */
  private int firstRest;

  private long firstNanos;

  /** A chunk is about to be read. */
  void begin() {
    firstRest = -1;
  }

  /**
   * After each read of a chunk.
   *
   * @param bytes how many are yet to come
   * @return for how long to sleep; 0 for not at all
   */
  long rest(int bytes, long nowNanos) {
    if (firstRest < 0) { // What had come before says nothing of the pace.
      firstRest = bytes;
      firstNanos = nowNanos;
    }
    if (bytes == 0 && firstRest >= WORTH_BYTES) {
      came(firstRest, nowNanos - firstNanos);
    }
    return sleepNanos(bytes);
  }

  private void came(int bytes, long nanos) {
    double now = bytes / Math.max(1e-6, nanos / 1e9);
    bytesPerSecond = Math.max(now, bytesPerSecond + FALLING * (now - bytesPerSecond));
  }

  private long sleepNanos(int bytes) {
    if (bytes < WORTH_BYTES || bytesPerSecond == 0 || bytesPerSecond > FAST_BYTES_PER_SECOND) {
      return 0;
    }
    return Math.min((long) (SURE * 1e9 * bytes / bytesPerSecond), SLEEP_NANOS_MOST);
  }
}
