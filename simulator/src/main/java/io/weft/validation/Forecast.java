package io.weft.validation;

import io.weft.cluster.Cluster;
import io.weft.simulation.Scenario;
import io.weft.zoo.Zoo;

/**
 * A measured row and what the simulator makes of it.
 *
 * @param predicted samples per second of all GPUs together
 */
public record Forecast(Measured measured, double predicted) {
  /** By events. */
  static Forecast of(Survey survey, Measured row, Cluster cluster) {
    return of(row, scenario(survey, row, cluster).simulate().stepSeconds());
  }

  private static Forecast of(Measured row, double stepSeconds) {
    return new Forecast(row, (double) row.batch() * row.gpus() / stepSeconds);
  }

  static Scenario scenario(Survey survey, Measured row, Cluster cluster) {
    return Method.labelled(row.method())
        .scenario(Zoo.named(row.model()), survey.aloneSeconds(row), cluster, row.gpus());
  }

  /** Positive where the prediction is too high. */
  public double errorPercent() {
    return 100 * (predicted / measured.samplesPerSecond() - 1);
  }
}
