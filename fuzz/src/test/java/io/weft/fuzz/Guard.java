package io.weft.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads inputs of one target and finds what no exception tells: too much memory for so few bytes,
 * and threads that end by an exception.
 */
public final class Guard {
  /** What a reader may take for any input, beside a multiple of it. */
  private static final long BYTES_MOST = 64 << 20;

  private static final long BYTES_PER_BYTE = 4096;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Target target;
  private final AtomicReference<Throwable> elsewhere = new AtomicReference<>();

  public Guard(Target target) {
    this.target = target;
    Thread.setDefaultUncaughtExceptionHandler((_, thrown) -> elsewhere.set(thrown));
  }

  /**
   * Reads an input; whatever it throws is a finding. One that takes much is read again: the first
   * time loads classes, and a fuzzer changes them.
   */
  public void read(byte[] input) throws Exception {
    long most = BYTES_MOST + BYTES_PER_BYTE * input.length;
    if (taken(input) > most) {
      long again = taken(input);
      if (again > most) {
        throw new AssertionError("%d bytes took %d of memory".formatted(input.length, again));
      }
    }
    var thrown = elsewhere.getAndSet(null);
    if (thrown != null) {
      throw new AssertionError("another thread ended", thrown);
    }
  }

  private long taken(byte[] input) throws Exception {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    target.read(input);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
