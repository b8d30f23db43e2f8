package io.weft.network.shared;

import java.io.IOException;

/**
 * How much of a host's memory ranks take for copies of what peers cannot reach, decided once for
 * all ranks: as many copies as operations can be in flight, each of one portion.
 *
 * @param portionBytes how much of each rank an operation deals with at a time
 */
public record Allowance(long portionBytes) {
  /** Operations of a rank that have a copy at the same time; more are possible, and unusual. */
  static final long COPIES = 64;

  /** Small enough for the caches of several ranks, large enough that meetings cost little. */
  private static final long PORTION_MOST = 4 << 20;

  /** Below this, ranks would meet so often that sockets are as quick. */
  private static final long PORTION_LEAST = 32 << 10;

  /** The other half is for what callers allocate, and for others. */
  private static final long SHARE = 2;

  public Allowance {
    if (portionBytes <= 0) {
      throw new IllegalArgumentException("portionBytes=%d: at least 1".formatted(portionBytes));
    }
  }

  /**
   * The largest that so much free memory allows.
   *
   * @throws IOException if it is too little
   */
  public static Allowance of(long freeBytes, int ranks) throws IOException {
    long copies = SHARE * COPIES * ranks;
    if (freeBytes < copies * PORTION_LEAST) {
      throw new IOException(
          "%d bytes are free and %d are needed".formatted(freeBytes, copies * PORTION_LEAST));
    }
    return new Allowance(Math.min(PORTION_MOST, Long.highestOneBit(freeBytes / copies)));
  }

  /** What the copies of all ranks may need together. */
  public long byteCount(int ranks) {
    return COPIES * ranks * portionBytes;
  }
}
