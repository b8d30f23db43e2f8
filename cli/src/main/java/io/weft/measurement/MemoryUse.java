package io.weft.measurement;

import java.util.OptionalDouble;

/**
 * Resident memory of the rank that occupies most.
 *
 * @param bytes at the end of what was measured
 * @param growth by these in relation to what it was after {@link #EARLY} steps; empty where fewer
 *     than twice as many were measured, or the system does not tell
 */
public record MemoryUse(long bytes, OptionalDouble growth) {
  /** After so many steps everything that training keeps has been allocated. */
  static final int EARLY = 200;

  static MemoryUse of(long earlyBytes, long bytes, int steps) {
    boolean known = steps >= 2 * EARLY && earlyBytes > 0;
    return new MemoryUse(
        bytes, known ? OptionalDouble.of(bytes / (double) earlyBytes) : OptionalDouble.empty());
  }
}
