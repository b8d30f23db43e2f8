package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Progress;
import io.weft.cli.Cli;
import io.weft.cli.Output;
import io.weft.cli.RecordedTerminal;
import io.weft.collective.World;
import io.weft.data.Position;
import io.weft.optimizer.Exempt;
import io.weft.tensor.Tensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ResumptionTest {
  private static final Map<String, List<NamedTensor>> FILES =
      Map.of("model.safetensors", List.of(NamedTensor.of("a", Tensor.of(new float[1]))));

  @TempDir private Path folder;

  private final RecordedTerminal recorded = new RecordedTerminal();

  /** One rank that takes up a job. */
  @Command(name = "resume")
  private record Resuming(Output output, RunFolder from, TrainingJob job) implements Runnable {
    @Override
    public void run() {
      World.spawn(
          1, communicator -> Resumption.agreed(communicator, Optional.of(from), job, output));
    }
  }

  private int resumed(TrainingJob job) {
    var run = new RunFolder(folder);
    return new Cli(recorded.pipe(), output -> new CommandLine(new Resuming(output, run, job)))
        .run();
  }

  private void checkpoint(Map<String, String> facts) {
    var checkpoints = new Checkpoints(folder.resolve("checkpoints"), 1);
    checkpoints.save(new Progress(3, 1, new Position(0, 3), facts), FILES);
  }

  @Test
  void what_the_optimizer_leaves_out_stays_the_same() {
    checkpoint(TrainingJobTest.job(Exempt.parse("*.bias")).facts(1));
    assertThat(resumed(TrainingJobTest.job(Exempt.parse("*.bias")))).isZero();
    assertThat(resumed(TrainingJobTest.job(Exempt.VECTORS))).isEqualTo(71);
    assertThat(recorded.err())
        .contains("was trained with exempt *.bias and not vectors: resume with the same");
  }

  @Test
  void a_checkpoint_that_says_nothing_of_it_is_resumed_from() {
    var facts = TrainingJobTest.job(Exempt.NONE).facts(1);
    facts.remove("exempt");
    checkpoint(facts);
    assertThat(resumed(TrainingJobTest.job(Exempt.VECTORS))).as(recorded.err()).isZero();
  }
}
