package io.weft.command;

import io.weft.plan.Candidate;
import io.weft.plan.Job;
import io.weft.run.ConfigFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;

/** A plan as a file that {@code weft train --config} reads. */
final class RunFile {
  private RunFile() {}

  /** Writes the first candidate, which can be trained with; returns a sentence about it. */
  static String write(Job job, List<Candidate> ranked, Path file) throws IOException {
    var first = ranked.getFirst();
    if (first.standing() != Candidate.Standing.RANKED) {
      throw new IllegalArgumentException(
          "nothing can be trained with here, so there is no plan to write: " + first.reason());
    }
    var values = new LinkedHashMap<String, String>();
    values.put("model", job.profile().name());
    values.put("ranks", Integer.toString(job.ranks()));
    values.put("batch", Integer.toString(job.batch()));
    var name = PlanReport.name(first.strategy());
    values.put("strategy", name);
    ConfigFile.write(values, file);
    return "%s in %s: run it by weft train --config %s, with --hosts if its %d ranks are on several"
        .formatted(name, file, file, job.ranks());
  }
}
