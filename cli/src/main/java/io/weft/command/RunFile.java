package io.weft.command;

import io.weft.engine.zoo.Models;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.plan.Candidate;
import io.weft.plan.Job;
import io.weft.run.ConfigFile;
import io.weft.strategy.Strategy;
import io.weft.training.StrategySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;

/** A plan as a file that {@code weft train --config} reads. */
final class RunFile {
  private RunFile() {}

  /** Writes the first candidate that can be trained with; returns a sentence about it. */
  static String write(Job job, List<Candidate> ranked, Path file) throws IOException {
    var chosen =
        ranked.stream()
            .filter(candidate -> candidate.outlook().isPresent())
            .map(Candidate::strategy)
            .filter(RunFile::isTrainable)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no candidate can be trained with yet: leave out --output"));
    var values = new LinkedHashMap<String, String>();
    boolean known = Models.names().contains(job.profile().name());
    if (known) {
      values.put("model", job.profile().name());
    }
    values.put("ranks", Integer.toString(job.ranks()));
    values.put("batch", Integer.toString(job.batch()));
    values.put("strategy", chosen.brief());
    ConfigFile.write(values, file);
    return known
        ? "%s in %s: weft train --config %s".formatted(chosen.brief(), file, file)
        : "%s in %s, without a model: weft train has no %s, so give --model with --config"
            .formatted(chosen.brief(), file, job.profile().name());
  }

  private static boolean isTrainable(Strategy strategy) {
    try {
      var _ = StrategySettings.of(strategy, 1, new Sgd(0, false, 0), new Rate.Constant(1));
      return true;
    } catch (IllegalArgumentException e) {
      return false; // the sentence is for those who asked for this strategy by name
    }
  }
}
