package io.weft.compression.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Whether something allocates once it is compiled; until then views of memory and vectors are
 * objects. Since nobody knows when that is, it is tried until it does not allocate.
 */
public final class Allocation {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CALLS = 10;
  private static final Duration GUARD = Duration.ofSeconds(30);

  /** A few views of memory. */
  private static final long BYTES_PER_CALL_MOST = 1_024;

  private Allocation() {}

  public static void assertNone(Runnable call) {
    long least = Long.MAX_VALUE;
    long start = System.nanoTime();
    while (least > BYTES_PER_CALL_MOST && System.nanoTime() - start < GUARD.toNanos()) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      long after = THREADS.getCurrentThreadAllocatedBytes();
      least = Math.min(least, (after - before) / CALLS);
    }
    assertThat(least).as("bytes per call").isLessThanOrEqualTo(BYTES_PER_CALL_MOST);
  }
}
