package io.weft.command;

import io.weft.engine.Sample;
import io.weft.engine.zoo.Models;
import io.weft.run.Datasets;
import io.weft.run.TrainingJob;
import java.nio.file.Path;
import java.util.List;

/** What somebody may do next who has trained: a command for each. */
record TrainNext(TrainingJob job, Path folder) {
  private static final String OTHER = "dear + fp16";
  private static final String PLAIN = "wfbp";

  /** With what they are for. */
  List<String> lines() {
    boolean text = Models.sample(job.model()) instanceof Sample.Tokens;
    return List.of(
        "next:",
        "  ./weft predict --run %s %s".formatted(folder, text ? "--prompt TEXT" : "--data PATH"),
        "  ./weft train --resume=%s --steps N    # more than before".formatted(folder),
        "  ./weft compare %s'%s' '%s'".formatted(what(), job.strategy().brief(), other()));
  }

  private String what() {
    boolean usual = job.data().path().isEmpty() && job.model().equals(Datasets.usualModel());
    var data = job.data().path().map(path -> "--data %s ".formatted(path)).orElse("");
    return usual ? "" : "--model '%s' %s".formatted(job.model(), data);
  }

  private String other() {
    return job.strategy().brief().equals(OTHER) ? PLAIN : OTHER;
  }
}
