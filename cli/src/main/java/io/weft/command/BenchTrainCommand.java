package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.engine.zoo.Models;
import io.weft.engine.zoo.SimulatedModel;
import io.weft.engine.zoo.Simulation;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.measurement.Meter;
import io.weft.measurement.TrainingBenchmark;
import io.weft.measurement.TrainingMeasurement;
import io.weft.model.Model;
import io.weft.optimizer.Rate;
import io.weft.strategy.Strategy;
import io.weft.training.StrategySettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures training. */
@Command(
    name = "train",
    header = "Measures how fast ranks train.",
    description = {
      "Starts the ranks as processes of this machine, or is one rank if --rank or the variables of"
          + " a launcher say so. All steps learn from the same made-up samples with SGD and"
          + " momentum. Exposed is the time of a step in which a rank computed nothing; hidden is"
          + " the part of the time of exchanges that is not exposed, where that time is measured"
          + " with computation switched off."
    },
    footer = {
      "  weft bench train --model mlp --batch 64 --strategy dear",
      "  weft bench train --model mlp --batch 64 --strategy local    # nothing is exchanged",
      "  weft bench train --model sim --sim-ms 400 --strategy 'dear(bucket=5MB)' --json"
    })
final class BenchTrainCommand implements Callable<Integer> {
  private static final int RANKS_USUAL = 4;
  private static final long SEED = 1;
  private static final Rate RATE = new Rate.Constant(0.01);

  private final Output output;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "How many ranks to start (default: 4).")
  private @Nullable Integer ranks;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      defaultValue = "mlp",
      description = "Which network (default: ${DEFAULT-VALUE}).")
  private String model = "";

  @Option(
      names = "--strategy",
      paramLabel = "LINE",
      defaultValue = "dear",
      description = {
        "How ranks train together (default: ${DEFAULT-VALUE});",
        "local: each trains for itself, and nothing is exchanged."
      })
  private String strategy = "";

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "32",
      description = "Samples of each rank in a step (default: ${DEFAULT-VALUE}).")
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
      description = "How many steps come before, at least (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--warmup-seconds",
      paramLabel = "S",
      defaultValue = "15",
      description =
          "For how long steps come before, at least; meanwhile the JVM compiles what it runs"
              + " (default: ${DEFAULT-VALUE}).")
  private double warmUpSeconds;

  @Option(
      names = "--sim-ms",
      paramLabel = "MS",
      defaultValue = "200",
      description = "How long a step of model sim computes (default: ${DEFAULT-VALUE}).")
  private int simulatedMillis;

  @Option(
      names = "--sim-params",
      paramLabel = "N",
      defaultValue = "11200000",
      description = "How many parameters model sim has, about (default: ${DEFAULT-VALUE}).")
  private long simulatedParameters;

  @Option(
      names = "--sim-layers",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many layers model sim has (default: ${DEFAULT-VALUE}).")
  private int simulatedLayers;

  BenchTrainCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    check("--batch", batch, 1, 1 << 20);
    check("--steps", steps, 1, 1_000_000);
    check("--warmup", warmUp, 1, 1_000_000);
    if (!(warmUpSeconds >= 0 && warmUpSeconds <= 3600)) {
      throw new IllegalArgumentException(
          "--warmup-seconds %s: at least 0 and at most 3600".formatted(warmUpSeconds));
    }
    var line = Strategy.parse(strategy);
    var settings = StrategySettings.of(line, 1, TrainingBenchmark.OPTIMIZER, RATE);
    var benchmark =
        new TrainingBenchmark(
            Models.sample(model),
            settings,
            batch,
            warmUp,
            warmUpSeconds,
            steps,
            StrategySettings.isLocal(line));
    var joining = rankOptions.join(output, job());
    int world = RankCount.of(ranks, joining, 1, RANKS_USUAL);
    if (joining.isEmpty()) {
      return new OwnRanks(output).run(world, arguments());
    }
    return asRank(joining.get(), benchmark);
  }

  private static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s %d: give %d to %d".formatted(name, value, least, most));
    }
  }

  /** All that ranks must have been told alike. */
  private String job() {
    return "bench train %s %s %d %d %d %s %d %d %d"
        .formatted(
            model,
            Strategy.parse(strategy).canonical(),
            batch,
            steps,
            warmUp,
            warmUpSeconds,
            simulatedMillis,
            simulatedParameters,
            simulatedLayers);
  }

  private int asRank(JoinOptions joining, TrainingBenchmark benchmark) {
    try (var rank = Join.open(joining)) {
      if (rank.rank() == 0) {
        output.progress("%s with %s, %d ranks".formatted(model, strategy, rank.ranks()));
      }
      var result = benchmark.run(open(), rank.communicator(), Meter.of(rank));
      if (rank.rank() == 0) {
        report(rank.ranks(), result);
      }
    }
    return ExitCode.OK.code();
  }

  private Model open() {
    if (!model.equals(SimulatedModel.NAME)) {
      return Models.open(model, SEED);
    }
    var time = Duration.ofMillis(simulatedMillis);
    return new SimulatedModel(new Simulation(simulatedLayers, simulatedParameters, time), SEED);
  }

  private void report(int world, TrainingMeasurement result) {
    output.table(BenchTrainTable.of(model, strategy, world, batch, result));
    output.event(BenchTrainEvent.of(model, strategy, world, batch, steps, result));
  }

  private List<String> arguments() {
    return spec.root().commandLine().getParseResult().originalArgs();
  }
}
