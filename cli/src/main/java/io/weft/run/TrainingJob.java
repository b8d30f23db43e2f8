package io.weft.run;

import io.weft.collective.Communicator;
import io.weft.data.Partition;
import io.weft.data.Sharding;
import io.weft.data.form.FormText;
import io.weft.engine.zoo.Models;
import io.weft.model.Model;
import io.weft.model.NamePattern;
import io.weft.optimizer.Rate;
import io.weft.strategy.Strategy;
import io.weft.trainer.Interval;
import io.weft.trainer.Length;
import io.weft.trainer.Trained;
import io.weft.trainer.Trainer;
import io.weft.training.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is to be trained; the same on all ranks.
 *
 * @param data what is said of what is learnt from
 * @param labelNoise the share of samples whose label is at random
 * @param partition which rank gets which samples
 * @param batch samples of each rank in a micro-step
 * @param weights a file with what the model begins with, in place of what the seed gives
 * @param skipNotFinite whether batches whose loss is not finite are left out, or end the run
 * @param scalesRate whether the rate is multiplied by the number of ranks
 * @param tunes whether the size of buckets is found out
 * @param traced how many of the last steps are in the trace
 * @param saving when checkpoints are written, if they are
 * @param frozen the names of parameters that are kept as they begin
 * @param validating with what it is validated, if it is
 */
public record TrainingJob(
    String model,
    Strategy strategy,
    Settings settings,
    DataChoice data,
    double labelNoise,
    Partition partition,
    int batch,
    Length length,
    long seed,
    Optional<Path> weights,
    boolean skipNotFinite,
    boolean scalesRate,
    boolean tunes,
    int traced,
    Optional<Saving> saving,
    List<NamePattern> frozen,
    Optional<Validating> validating) {
  public TrainingJob {
    frozen = List.copyOf(frozen);
  }

  /**
   * When checkpoints are written; always after the last step.
   *
   * @param keep how many of them
   */
  public record Saving(Interval every, int keep) {}

  /** How that many ranks train; a rate that is scaled is that of one batch of one rank. */
  Settings settings(int ranks) {
    double batches = (double) ranks * settings.microSteps();
    return scalesRate ? settings.with(new Rate.Scaled(settings.rate(), batches)) : settings;
  }

  /**
   * How many steps that many ranks make at most.
   *
   * @throws RuntimeException in a sentence for the user, if data cannot be dealt out to so many
   */
  public long steps(Material from, int ranks) {
    var sharding = Sharding.of(partition, from.learnt(), ranks, batch, seed);
    return length.stepsMost(sharding.steps(), settings.microSteps());
  }

  /** Who does it, on one rank. */
  Trainer trainer(Model trained, Communicator communicator, Material from) {
    var trainer =
        Trainer.of(trained, communicator)
            .data(from.learnt(), batch)
            .partition(partition)
            .seed(seed)
            .length(length)
            .settings(settings(communicator.ranks()))
            .facts(facts(from))
            .trace(traced);
    weights.ifPresent(trainer::weights);
    from.others()
        .ifPresent(
            others -> trainer.validation(validating.orElseThrow().validation(others, length)));
    saving.ifPresent(how -> trainer.checkpoints(how.every(), how.keep()));
    if (skipNotFinite) {
      trainer.skipNotFinite();
    }
    if (tunes) {
      trainer.tuneBuckets();
    }
    return trainer;
  }

  private Map<String, String> facts(Material from) {
    var facts = new HashMap<String, String>();
    facts.put("model", model);
    facts.put("strategy", strategy.canonical());
    facts.put("frozen", frozen.isEmpty() ? "nothing" : names());
    from.found().form().ifPresent(form -> facts.put(Trained.FORM, FormText.of(form)));
    facts.put("held_out", validating.map(how -> how.heldOut(seed)).orElse("nothing"));
    return facts;
  }

  private String names() {
    return frozen.stream().map(NamePattern::text).collect(Collectors.joining(","));
  }

  /** What is learnt from, as in {@code the sources of the JDK}. */
  public String dataInWords() {
    return data.path().map(Path::toString).orElseGet(() -> Datasets.builtInWords(model));
  }

  /** With the weights that the seed gives. */
  Model open() {
    return Models.open(model, seed, frozen);
  }

  /** All that ranks must have been told alike, in words. */
  public String description() {
    return "train %s %s %s %s %s %s %s %s %d %d %s %s %s %s %s %s %s %s %s"
            .formatted(
                model,
                weights,
                strategy.canonical(),
                settings.optimizer(),
                settings.rate(),
                settings.microSteps(),
                labelNoise == 0 ? data : data + " with labels at random " + labelNoise,
                partition,
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
                frozen.isEmpty() ? traced : traced + " with frozen " + names())
        + validating.map(how -> " " + how.description()).orElse("");
  }
}
