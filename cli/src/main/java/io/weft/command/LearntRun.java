package io.weft.command;

import io.weft.run.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which run is put to work. */
final class LearntRun {
  @Option(
      names = "--run",
      paramLabel = "DIR",
      description = {
        "The folder of a run, of which the best checkpoint counts if it has kept one, else the newest;",
        "or of one checkpoint (default: the newest run in runs)."
      })
  private @Nullable Path run;

  Path path() throws IOException {
    if (run != null) {
      return run;
    }
    return RunFolder.newest(RunFolder.RUNS)
        .map(RunFolder::path)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no run in %s has a checkpoint: train first, or name one with --run DIR"
                        .formatted(RunFolder.RUNS)));
  }
}
