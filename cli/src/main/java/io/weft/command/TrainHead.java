package io.weft.command;

import io.weft.engine.zoo.Models;
import io.weft.model.Parameter;
import io.weft.run.Found;
import io.weft.run.TrainingJob;
import io.weft.strategy.Explanation;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What is said of a run before anything is started.
 *
 * @param found what is learnt from, if it has been read
 * @param folder where all of it goes
 */
record TrainHead(TrainingJob job, Optional<Found> found, int ranks, Path folder) {
  /** In one line: what is trained, on what, by whom. */
  String sentence() {
    return "%s, %s parameters, learns from %s on %s; all of it goes to %s"
        .formatted(job.model(), parameters(), data(), many(ranks), folder);
  }

  /** What is learnt from, with what was understood of it. */
  private String data() {
    return job.dataInWords() + found.map(it -> " (" + it.words() + ")").orElse("");
  }

  /** How ranks train together, in words. */
  String strategy() {
    return "%s: %s".formatted(job.strategy().brief(), Explanation.brief(job.strategy()));
  }

  /** In short, for a screen. */
  String title() {
    return "%s · %s · %s".formatted(job.model(), many(ranks), job.strategy().brief());
  }

  private static String many(int ranks) {
    return ranks == 1 ? "1 rank" : ranks + " ranks";
  }

  private String parameters() {
    double count = Models.parameters(job.model()).stream().mapToLong(Parameter::count).sum();
    return count < 1e6
        ? String.format(Locale.ROOT, "%,.0f", count)
        : String.format(Locale.ROOT, "%.1f million", count / 1e6);
  }
}
