package io.weft.training.bucket;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** When backward completes each gradient. Used by the thread that runs backward. */
public final class BackwardProfile {
  private final LongSupplier nanos;
  private final Map<Integer, Double> sums = new HashMap<>();

  /** The gradients of the last pass, as they were completed. */
  private List<Integer> order = List.of();

  private final List<Integer> current = new ArrayList<>();
  private final Map<Integer, Double> times = new HashMap<>();
  private long start;
  private int passes;

  /** Nothing has been seen yet. */
  public BackwardProfile(LongSupplier nanos) {
    this.nanos = nanos;
  }

  public void begin() {
    start = nanos.getAsLong();
    current.clear();
    times.clear();
  }

  public void complete(int parameter) {
    current.add(parameter);
    times.put(parameter, (double) (nanos.getAsLong() - start));
  }

  /** Ends a pass. What the first one took does not count once there is another. */
  public void end() {
    if (passes == 1) {
      sums.clear();
    }
    passes++;
    times.forEach((parameter, time) -> sums.merge(parameter, time, Double::sum));
    order = List.copyOf(current);
  }

  /** The parameters as the last pass completed them. */
  public List<Integer> order() {
    return order;
  }

  /** How long after the beginning of backward a gradient is complete, on average. */
  public double meanNanos(int parameter) {
    return sums.getOrDefault(parameter, 0.0) / Math.max(1, passes - 1);
  }
}
