package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.Cli;
import io.weft.cli.Output;
import io.weft.cli.RecordedTerminal;
import io.weft.data.Partition;
import io.weft.job.ProcessKey.Sight;
import io.weft.join.JoinOptions;
import io.weft.network.identity.RankFlags;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.run.DataChoice;
import io.weft.run.Datasets;
import io.weft.run.Material;
import io.weft.run.RunFolder;
import io.weft.run.TrainingJob;
import io.weft.run.TrainingRank;
import io.weft.strategy.Strategy;
import io.weft.trainer.Interval;
import io.weft.trainer.Length;
import io.weft.training.StrategySettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A rank without launcher that cannot save either, since a file is where a folder must be. */
class LauncherLostUnsavedTest {
  /** Nobody else comes, so the port is never opened. */
  private static final JoinOptions ALONE =
      JoinOptions.of(Map.of(), new RankFlags(0, 1, "127.0.0.1:1", null)).orElseThrow();

  @TempDir private Path folder;

  private final RecordedTerminal recorded = new RecordedTerminal();

  /** A rank whose launcher is gone before its first step. */
  @Command(name = "rank")
  private static final class Orphan implements Runnable {
    private final Output output;
    private final RunFolder run;

    Orphan(Output output, RunFolder run) {
      this.output = output;
      this.run = run;
    }

    @Override
    public void run() {
      var launcher = LauncherWatch.idle(() -> Sight.GONE, () -> {});
      launcher.look();
      launcher.look();
      var none = Optional.<RunFolder>empty();
      var found = Datasets.found(Optional.of("mlp"), DataChoice.NOTHING, Optional.empty(), 1);
      var data = Material.of(found, job());
      new TrainingRank(output, job(), data, Optional.of(run), none, launcher, EndSignals.none())
          .run(ALONE);
    }

    private static TrainingJob job() {
      var strategy = Strategy.parse("dear");
      var plain = new Sgd(0.9, false, 0);
      return new TrainingJob(
          "mlp",
          strategy,
          StrategySettings.of(strategy, 1, plain, new Rate.Constant(0.01)),
          DataChoice.NOTHING,
          0,
          new Partition.Even(),
          4,
          new Length.Steps(1_000_000),
          1,
          Optional.empty(),
          false,
          false,
          false,
          0,
          Optional.of(new TrainingJob.Saving(Interval.never(), 1)),
          List.of(),
          Optional.empty());
    }
  }

  @Test
  void it_says_both_in_one_sentence_and_ends_with_the_code_of_the_others() throws Exception {
    Files.createFile(folder.resolve("checkpoints"));
    var run = new RunFolder(folder);
    int exitCode =
        new Cli(recorded.pipe(), output -> new CommandLine(new Orphan(output, run))).run();
    assertThat(exitCode).isEqualTo(74);
    assertThat(recorded.err())
        .containsPattern(
            "weft: the launcher of the ranks is gone; \\d of 1000000 steps are done, but .*step-\\d"
                + " was not written: ")
        .containsOnlyOnce("was not written")
        .doesNotContain("--resume");
  }
}
