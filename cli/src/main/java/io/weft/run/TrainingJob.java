package io.weft.run;

import io.weft.optimizer.Exempt;
import io.weft.optimizer.Lamb;
import io.weft.optimizer.Lars;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.strategy.Strategy;
import io.weft.training.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is to be trained; the same on all ranks.
 *
 * @param data what is learnt from; else what fits the model and needs no download
 * @param labelNoise the share of samples whose label is at random
 * @param batch samples of each rank in a micro-step
 * @param skipNotFinite whether batches whose loss is not finite are left out, or end the run
 * @param scalesRate whether the rate is multiplied by the number of ranks
 * @param tunes whether the size of buckets is found out
 * @param traced how many of the last steps are in the trace
 * @param saving when checkpoints are written, if they are
 */
public record TrainingJob(
    String model,
    Strategy strategy,
    Settings settings,
    Optional<Path> data,
    double labelNoise,
    int batch,
    Length length,
    long seed,
    boolean skipNotFinite,
    boolean scalesRate,
    boolean tunes,
    int traced,
    Optional<Saving> saving) {

  /** How long training goes on. */
  public sealed interface Length {
    /** That many steps in all, those before a checkpoint included. */
    record Steps(long count) implements Length {}

    /** That many times through the data. */
    record Epochs(long count) implements Length {}
  }

  /**
   * When checkpoints are written.
   *
   * @param every after how many steps; 0 for the last only
   * @param keep how many of them
   */
  public record Saving(long every, int keep) {
    /** Whether there is to be one after this step of so many. */
    boolean after(long step, long steps) {
      return step == steps || (every > 0 && step % every == 0);
    }
  }

  /** How that many ranks train; a rate that is scaled is that of one batch of one rank. */
  Settings settings(int ranks) {
    double batches = (double) ranks * settings.microSteps();
    return scalesRate ? settings.with(new Rate.Scaled(settings.rate(), batches)) : settings;
  }

  /** Whether there is to be a checkpoint after this step of so many. */
  boolean savesAfter(long step, long steps) {
    return saving.isPresent() && saving.get().after(step, steps);
  }

  /** How many steps that is, with so many micro-steps in an epoch. */
  long steps(long microStepsPerEpoch) {
    return switch (length) {
      case Length.Steps(var count) -> count;
      case Length.Epochs(var count) ->
          Math.ceilDiv(Math.multiplyExact(count, microStepsPerEpoch), settings.microSteps());
    };
  }

  /** All that ranks must have been told alike, in words. */
  public String description() {
    return "train %s %s %s %s %s %s %d %d %s %s %s %s %s %s %s %s %d"
        .formatted(
            model,
            strategy.canonical(),
            settings.optimizer(),
            settings.rate(),
            settings.microSteps(),
            labelNoise == 0 ? data : data + " with labels at random " + labelNoise,
            batch,
            seed,
            length,
            saving.map(Saving::every),
            skipNotFinite,
            settings.grouping(),
            settings.clipNorm(),
            settings.combining(),
            scalesRate,
            tunes,
            traced);
  }

  /** What a checkpoint says of the run that wrote it. */
  Map<String, String> facts(int ranks) {
    var facts = new TreeMap<String, String>();
    facts.put("model", model);
    facts.put("optimizer", settings.optimizer().getClass().getSimpleName());
    facts.put("optimizer_settings", settings.optimizer().toString());
    exempt(settings.optimizer()).ifPresent(it -> facts.put("exempt", it.toString()));
    facts.put("strategy", strategy.canonical());
    facts.put("ranks", Integer.toString(ranks));
    facts.put("batch", Integer.toString(batch));
    return facts;
  }

  private static Optional<Exempt> exempt(Optimizer optimizer) {
    return switch (optimizer) {
      case Lars lars -> Optional.of(lars.exempt());
      case Lamb lamb -> Optional.of(lamb.exempt());
      default -> Optional.empty();
    };
  }
}
