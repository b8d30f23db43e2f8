package io.weft.measurement;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Time that processors have spent on the thread that asks. */
final class ThreadTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ThreadTime() {}

  /** 0 where the system does not count it. */
  static long nanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
  }
}
