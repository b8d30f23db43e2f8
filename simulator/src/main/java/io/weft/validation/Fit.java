package io.weft.validation;

import io.weft.cluster.Cluster;
import io.weft.cluster.Link;
import io.weft.cluster.Overheads;
import io.weft.simulation.ClosedForm;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Finds the five constants of a network: its rates inside and between hosts, the overhead a₀ + a₁·n
 * of an operation, and what a tensor costs. The sum of squared errors of the logarithm of step
 * times is made small by going along one constant after the other, in steps that shrink.
 */
final class Fit {
  private static final double STEP_FIRST = 0.25;
  private static final double STEP_LAST = 1e-3;
  private static final double LEAST_GAIN = 1e-4;

  private Fit() {}

  /** A network with the constants that fit the rows. */
  static Cluster of(Network network, Survey survey, List<Measured> rows) {
    var guess = network.guess();
    return search(guess, error(survey, rows, guess));
  }

  /** The cluster with the constants that fit, searched from its own on. */
  private static Cluster search(Cluster cluster, ToDoubleFunction<Cluster> error) {
    var best =
        new double[] {
          cluster.inside().bytesPerSecond(),
          cluster.between().bytesPerSecond(),
          cluster.overheads().operationSeconds(),
          cluster.overheads().operationSecondsPerRank(),
          cluster.overheads().tensorSeconds()
        };
    double least = error.applyAsDouble(with(cluster, best));
    for (double step = STEP_FIRST; step > STEP_LAST; step /= 2) {
      int failures = 0;
      for (int at = 0; failures < 2 * best.length; at = (at + 1) % (2 * best.length)) {
        var tried = Arrays.copyOf(best, best.length);
        tried[at / 2] *= at % 2 == 0 ? 1 + step : 1 / (1 + step);
        double found = error.applyAsDouble(with(cluster, tried));
        if (found < least * (1 - LEAST_GAIN)) {
          least = found;
          best = tried;
          failures = 0;
        } else {
          failures++;
        }
      }
    }
    return with(cluster, best);
  }

  private static Cluster with(Cluster cluster, double[] constants) {
    return cluster.with(
        new Link(constants[0], 0),
        new Link(constants[1], 0),
        new Overheads(constants[2], constants[3], constants[4]));
  }

  /** The sum of squared logarithms of predicted over measured, in closed form. */
  static ToDoubleFunction<Cluster> error(Survey survey, List<Measured> rows, Cluster any) {
    var scenarios = rows.stream().map(row -> Forecast.scenario(survey, row, any)).toList();
    return cluster -> {
      double sum = 0;
      for (int at = 0; at < rows.size(); at++) {
        var row = rows.get(at);
        var exchanges = Method.labelled(row.method()).exchanges(cluster, row.gpus());
        double step = ClosedForm.stepSeconds(scenarios.get(at).withExchanges(exchanges));
        double ratio = Math.log(step / row.stepSeconds());
        sum += ratio * ratio;
      }
      return sum;
    };
  }
}
