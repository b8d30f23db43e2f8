package io.weft.trainer;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What validation gave; the same on all ranks.
 *
 * @param step after which
 * @param samples how many all ranks together looked at
 * @param loss the mean over them
 * @param metrics by name
 */
public record Evaluation(long step, long samples, double loss, Map<String, Double> metrics) {
  /** The name of the loss among metrics. */
  public static final String LOSS = "loss";

  public Evaluation {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
  }

  /** One of the figures, by its name. */
  public double figure(String name) {
    return name.equals(LOSS) ? loss : metrics.getOrDefault(name, Double.NaN);
  }
}
