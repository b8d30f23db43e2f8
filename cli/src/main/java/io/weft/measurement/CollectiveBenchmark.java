package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;

/**
 * Measures one operation on one communicator: every rank calls it, every rank gets the result. An
 * iteration begins with a barrier and counts as long as its slowest rank took.
 */
public record CollectiveBenchmark(Operation operation, Reduction reduction, ElementType type) {
  private static final int WARM_UP = 20;
  private static final int ITERATIONS_LEAST = 5;
  private static final int ITERATIONS_MOST = 20_000;

  /**
   * What was measured.
   *
   * @param bytes of the whole data on each rank
   * @param micros the time of each iteration, ascending
   * @param wrong elements that were wrong on all ranks together
   */
  public record Result(long bytes, long count, String algorithm, List<Double> micros, long wrong) {
    public Result {
      micros = List.copyOf(micros);
    }

    public double mean() {
      return micros.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** The time that the given share of iterations did not exceed. */
    public double quantile(double share) {
      return micros.get((int) Math.min(micros.size() - 1, Math.floor(share * micros.size())));
    }
  }

  /**
   * Measures for about as long as asked.
   *
   * @param bytes rounded down to equal blocks of whole elements
   */
  public Result run(Communicator communicator, long bytes, double seconds) {
    long block = (long) communicator.ranks() * type.byteCount();
    long count = bytes / block * communicator.ranks();
    try (var arena = Arena.ofShared()) {
      var data = new Workload(communicator, operation, reduction, type, count, arena);
      data.fill();
      data.operate();
      long wrong = sum(communicator, data.wrong());
      data.clear();
      int iterations = iterations(communicator, data, seconds);
      var micros = measure(communicator, data, iterations);
      communicator.barrier();
      return new Result(
          count * type.byteCount(),
          count,
          communicator.algorithm(operation, type, count),
          micros,
          wrong);
    }
  }

  /** Warms up and lets rank 0 decide how often the operation fits into the time. */
  private static int iterations(Communicator communicator, Workload data, double seconds) {
    long start = System.nanoTime();
    int done = 0;
    // Ranks must agree on when to stop, so the number is fixed and not a matter of time.
    while (done < WARM_UP) {
      data.operate();
      done++;
    }
    double each = (System.nanoTime() - start) / 1e9 / done;
    long[] agreed = {
      (long) Math.clamp(seconds / Math.max(each, 1e-9), ITERATIONS_LEAST, ITERATIONS_MOST)
    };
    communicator.broadcast(Tensor.of(agreed), 0);
    return (int) agreed[0];
  }

  private static List<Double> measure(Communicator communicator, Workload data, int iterations) {
    var nanos = new long[iterations];
    for (int i = 0; i < iterations; i++) {
      communicator.barrier();
      long start = System.nanoTime();
      data.operate();
      nanos[i] = System.nanoTime() - start;
    }
    communicator.allReduce(Tensor.of(nanos), Reduction.MAX);
    return Arrays.stream(nanos).sorted().mapToObj(each -> each / 1e3).toList();
  }

  private static long sum(Communicator communicator, long own) {
    long[] total = {own};
    communicator.allReduce(Tensor.of(total), Reduction.SUM);
    return total[0];
  }
}
