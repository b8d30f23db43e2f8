package io.weft.diagnosis.peer;

import java.time.Instant;

/** The time of day in nanoseconds; it is set once, so that it never jumps while we measure. */
final class SteadyClock {
  private final long base;

  SteadyClock() {
    var now = Instant.now();
    base = now.getEpochSecond() * 1_000_000_000 + now.getNano() - System.nanoTime();
  }

  long nanos() {
    return base + System.nanoTime();
  }
}
