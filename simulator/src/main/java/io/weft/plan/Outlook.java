package io.weft.plan;

import io.weft.model.Parameter;
import io.weft.simulation.Prediction;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Term;

/**
 * What one strategy gives.
 *
 * @param lowSeconds of a step if links and overheads are better than assumed by a tenth
 * @param highSeconds of a step if they are worse by as much
 * @param memoryBytesPerRank parameters, gradients and one state of the optimizer; no activations
 * @param exact whether the result is that of one process
 */
public record Outlook(
    Strategy strategy,
    Prediction prediction,
    double lowSeconds,
    double highSeconds,
    double memoryBytesPerRank,
    boolean exact) {
  /** By how much the constants of a network are usually off. */
  private static final double DOUBT = 1.1;

  /** Simulates a job three times: as it is, and with a network that is better and worse. */
  public static Outlook of(Job job, Strategy strategy) {
    var prediction = job.scenario(strategy).simulate();
    double low = job.better(DOUBT).scenario(strategy).simulate().stepSeconds();
    double high = job.better(1 / DOUBT).scenario(strategy).simulate().stepSeconds();
    double memory = memory(job, strategy);
    if (memory > job.cluster().memoryBytes()) {
      throw new IllegalArgumentException(
          "%s needs %.1f GB on each rank without activations, and cluster %s has %.1f GB: %s"
              .formatted(
                  job.profile().name(),
                  memory / 0x1p30,
                  job.cluster().name(),
                  job.cluster().memoryBytes() / 0x1p30,
                  "choose a smaller model or more memory"));
    }
    double step = prediction.stepSeconds();
    return new Outlook(
        strategy, prediction, Math.min(low, step), Math.max(high, step), memory, isExact(strategy));
  }

  private static boolean isExact(Strategy strategy) {
    return strategy.term(Axis.COMPRESSION).isEmpty()
        && strategy.term(Axis.SYNCHRONISATION).map(Term::name).orElse("").equals("bsp");
  }

  /** DeAR divides the state of the optimizer among ranks. */
  private static double memory(Job job, Strategy strategy) {
    double bytes =
        job.profile().parameters().stream().mapToDouble(Parameter::count).sum() * Float.BYTES;
    boolean shards = strategy.term(Axis.SCHEDULE).map(Term::name).orElse("").equals("dear");
    return bytes * (2 + (shards ? 1.0 / job.ranks() : 1));
  }

  public double samplesPerSecond(Job job) {
    return (double) job.batch() * job.ranks() / prediction.stepSeconds();
  }
}
