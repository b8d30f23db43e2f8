package io.weft.measurement;

import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** What processors take to compute something, with and without something else under way. */
final class Interference {
  /** About what a layer of a small network reads: more than the nearest cache holds. */
  private static final long BYTES = 1 << 20;

  /** So many additions of it are timed together. */
  private static final int REPETITIONS = 20;

  private static final int ROUNDS_LEAST = 15;

  /** A round takes milliseconds. */
  private static final Duration END = Duration.ofSeconds(30);

  private Interference() {}

  /** Time of processors for a round, with nothing else under way. */
  static double alone(double seconds) {
    long end = System.nanoTime() + (long) (2e9 * seconds);
    return median(rounds(() -> System.nanoTime() < end));
  }

  /** The same while something else is done by the thread that calls. */
  static double during(Runnable other) {
    var going = new AtomicBoolean(true);
    var nanos = new ArrayList<Double>();
    var thread = new Thread(() -> nanos.addAll(rounds(going::get)), "compute");
    thread.start();
    try {
      other.run();
    } finally {
      going.set(false);
    }
    try {
      if (!thread.join(END)) {
        throw new IllegalStateException(
            "computing did not end within %d s".formatted(END.toSeconds()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring interference", e);
    }
    return median(nanos);
  }

  private static List<Double> rounds(BooleanSupplier more) {
    try (var arena = Arena.ofConfined()) {
      var target = arena.allocate(BYTES, 64);
      var source = arena.allocate(BYTES, 64);
      var kernels = Kernels.best();
      var nanos = new ArrayList<Double>();
      while (nanos.size() < ROUNDS_LEAST || more.getAsBoolean()) {
        long start = ThreadTime.nanos();
        for (int i = 0; i < REPETITIONS; i++) {
          kernels.reduce(ElementType.FP32, Reduction.SUM, target, target, source);
        }
        nanos.add((double) Math.max(1, ThreadTime.nanos() - start));
      }
      return nanos;
    }
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
