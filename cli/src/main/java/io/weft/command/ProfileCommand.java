package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.engine.zoo.Models;
import io.weft.measurement.Profiling;
import io.weft.report.Quantity;
import io.weft.zoo.Profile;
import io.weft.zoo.ProfileFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures a model on one rank, for predictions. */
@Command(
    name = "profile",
    header = "Measures what each stage of a model takes on one rank.",
    description = {
      "Runs steps on made-up samples with nothing else under way and writes times and tensors to a"
          + " file that weft simulate and weft plan take as --model; also what processors do of it,"
          + " and what SGD with momentum takes to update all parameters."
    },
    footer = {
      "  weft profile --model mlp --batch 64",
      "  weft profile --model gpt-nano --output gpt.yaml --json"
    })
final class ProfileCommand implements Callable<Integer> {
  private static final long SEED = 1;

  private final Output output;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      required = true,
      completionCandidates = ModelName.Trained.class,
      description = "Which network: ${COMPLETION-CANDIDATES}.")
  private String model = "";

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "32",
      description = "Samples in a step (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many steps are measured (default: ${DEFAULT-VALUE}).")
  private int steps;

  @Option(
      names = "--warmup",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many steps come before (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where to write (default: NAME.yaml).")
  private @Nullable Path file;

  ProfileCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if (batch < 1 || steps < 1 || warmUp < 0) {
      throw new IllegalArgumentException(
          "--batch %d --steps %d --warmup %d: at least 1, 1 and 0".formatted(batch, steps, warmUp));
    }
    ModelName.checkTrainable(model);
    var sample = Models.sample(model);
    output.progress("%s, %d samples".formatted(model, batch));
    var profiling = new Profiling(model, sample, batch, warmUp, steps);
    var profile = profiling.run(Models.open(model, SEED));
    var target = file == null ? Path.of(model + ".yaml") : file;
    ProfileFile.write(profile, target);
    report(profile, target);
    return ExitCode.OK.code();
  }

  private void report(Profile profile, Path target) {
    var table =
        Table.of(
            Table.right("stage"),
            Table.right("forward"),
            Table.right("backward"),
            Table.right("parameters"));
    for (int stage = 0; stage < profile.stages(); stage++) {
      int number = stage;
      long count =
          profile.parameters().stream()
              .filter(parameter -> parameter.firstStage() == number)
              .mapToLong(parameter -> parameter.count())
              .sum();
      double forward = profile.forward().get(stage);
      double backward = profile.backward().get(stage);
      table.row(
          Integer.toString(stage),
          Quantity.seconds(forward),
          Quantity.seconds(backward),
          Long.toString(count));
      output.event(new ProfileStageEvent(stage, forward, backward, count));
    }
    var step = profile.measured().orElseThrow();
    output.table(table);
    output.line(
        "A step takes %s, of which processors work %s, and then an update %s; written to %s"
            .formatted(
                Quantity.seconds(step.seconds()),
                Quantity.seconds(step.coreSeconds()),
                Quantity.seconds(step.updateSeconds()),
                target));
    output.event(ProfileEvent.of(profile, step, target));
  }
}
