package io.weft.measurement;

import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Threads that compute until it is closed, so that others have to share the cores with them. */
final class Crowd implements AutoCloseable {
  /** About what a layer reads: more than a core has of caches for itself. */
  private static final long BYTES = 8 << 20;

  /** A pass takes milliseconds. */
  private static final Duration END = Duration.ofSeconds(30);

  private final List<Thread> threads;
  private volatile boolean ending;

  Crowd(int count) {
    threads =
        IntStream.range(0, count)
            .mapToObj(number -> new Thread(this::compute, "crowd-" + number))
            .toList();
    threads.forEach(Thread::start);
  }

  private void compute() {
    try (var arena = Arena.ofConfined()) {
      var target = arena.allocate(BYTES, 64);
      var source = arena.allocate(BYTES, 64);
      while (!ending) {
        Kernels.best().reduce(ElementType.FP32, Reduction.SUM, target, target, source);
      }
    }
  }

  /** What processors have spent on the threads that are still there. */
  long cpuNanos() {
    var system = ManagementFactory.getThreadMXBean();
    return threads.stream()
        .mapToLong(thread -> Math.max(0, system.getThreadCpuTime(thread.threadId())))
        .sum();
  }

  @Override
  public void close() {
    ending = true;
    try {
      for (var thread : threads) {
        if (!thread.join(END)) {
          throw new IllegalStateException(
              "%s did not end within %d s".formatted(thread.getName(), END.toSeconds()));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a crowd was to end", e);
    }
  }
}
