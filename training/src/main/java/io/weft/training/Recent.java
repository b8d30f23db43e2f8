package io.weft.training;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A sum for each of the last two rounds: of one exchanges may be under way while the next runs. */
final class Recent {
  private final Map<Long, Double> sums = new ConcurrentHashMap<>();

  void add(long round, double value) {
    sums.keySet().removeIf(old -> old < round - 1);
    sums.merge(round, value, Double::sum);
  }

  double of(long round) {
    return sums.getOrDefault(round, 0.0);
  }
}
