package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.collective.Communicator;
import io.weft.engine.zoo.Models;
import io.weft.engine.zoo.SimulatedModel;
import io.weft.engine.zoo.Simulation;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.Rank;
import io.weft.measurement.Meter;
import io.weft.measurement.TrainingBenchmark;
import io.weft.measurement.Unloaded;
import io.weft.model.Model;
import io.weft.optimizer.Rate;
import io.weft.run.RunTraffic;
import io.weft.strategy.Strategy;
import io.weft.training.StrategySettings;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
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
          + " a launcher say so. All steps learn from the same made-up samples. While exchanges are"
          + " under way a rank computes, which hides them; or it is idle: waiting until a peer has"
          + " begun with what it needs next, or exposed. Alone is what the exchanges of a step take"
          + " with computation switched off; saved is the part of it by which a step is shorter"
          + " than computation and exchanges one after the other. The floor is the least that a"
          + " step can take: by the"
          + " goodput of links and the step graph, or by the time of processors, whichever is"
          + " more."
    },
    footer = {
      "  weft bench train --model mlp --batch 64 --strategy dear",
      "  weft bench train --model mlp --batch 64 --strategy local    # nothing is exchanged",
      "  weft bench train --strategy dear --strategy wfbp --rounds 3 # turn by turn",
      "  weft bench train --model sim --sim-ms 400 --strategy 'dear(bucket=5MB)' --json"
    })
final class BenchTrainCommand implements Callable<Integer> {
  private static final int RANKS_USUAL = 4;
  private static final long SEED = 1;

  /** Nothing is to be learnt of made-up samples; over thousands of steps, losses stay finite. */
  private static final double RATE_MOST = 1e-5;

  private final Output output;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Mixin private LocalRanks localRanks = new LocalRanks();

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "How many ranks to start (default: 4).")
  private @Nullable Integer ranks;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      defaultValue = "mlp",
      completionCandidates = ModelName.Trained.class,
      description = "Which network: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private String model = "";

  @Option(
      names = "--strategy",
      paramLabel = "LINE",
      defaultValue = "dear",
      description = {
        "How ranks train together (default: ${DEFAULT-VALUE});",
        "local: each trains for itself, and nothing is exchanged;",
        "may be given several times: the ranks take turns with them."
      })
  private List<String> strategies = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each strategy has its turn (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--optimizer",
      paramLabel = "NAME",
      defaultValue = "sgd",
      description = {
        "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE});",
        "onebit-adam needs adamw, distributed-lion and lion-cub need lion."
      })
  private OptimizerName optimizer = OptimizerName.SGD;

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
      defaultValue = "120",
      description =
          "For how long steps come before the first turn of a strategy, at most: until the JVMs of"
              + " all ranks have compiled what they run (default: ${DEFAULT-VALUE}).")
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

  /** By strategy, what its first turn has measured. */
  private final Map<String, Unloaded> unloaded = new HashMap<>();

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
    check("--rounds", rounds, 1, 1_000_000);
    ModelName.checkTrainable(model);
    strategies.forEach(line -> benchmark(line, 1)); // refused before any rank is started
    var joining = rankOptions.join(output, job());
    int world = RankCount.of(ranks, joining, 1, RANKS_USUAL);
    if (joining.isEmpty()) {
      localRanks.check(world, LocalRanks.training(model));
      return new OwnRanks(output).run(world, arguments());
    }
    return asRank(joining.get());
  }

  private TrainingBenchmark benchmark(String line, int round) {
    var strategy = Strategy.parse(line);
    var rate = new Rate.Constant(Math.min(RATE_MOST, optimizer.usualRate()));
    return new TrainingBenchmark(
        Models.sample(model),
        StrategySettings.of(strategy, 1, optimizer.optimizer(null, null, null), rate),
        batch,
        round == 1 ? warmUp : 0,
        round == 1 ? warmUpSeconds : 0,
        steps,
        StrategySettings.isLocal(strategy));
  }

  private static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s %d: give %d to %d".formatted(name, value, least, most));
    }
  }

  /** All that ranks must have been told alike. */
  private String job() {
    var lines = strategies.stream().map(line -> Strategy.parse(line).canonical()).toList();
    return "bench train %s %s %s %d %d %d %d %s %d %d %d"
        .formatted(
            model,
            lines,
            optimizer,
            batch,
            rounds,
            steps,
            warmUp,
            warmUpSeconds,
            simulatedMillis,
            simulatedParameters,
            simulatedLayers);
  }

  private int asRank(JoinOptions joining) {
    try (var _ = OwnLauncher.watch(output);
        var rank = Join.open(joining)) {
      var table = new BenchTrainTable(model, rank.ranks(), batch);
      var all = IntStream.range(0, rank.ranks()).toArray();
      var communicator = rank.communicator();
      for (int round = 1; round <= rounds; round++) {
        for (var line : strategies) {
          turn(rank, communicator, line, round, table);
          communicator = rank.communicator().group(all); // training uses keys once
        }
      }
      if (rank.rank() == 0) {
        table.print(output);
      }
    }
    return ExitCode.OK.code();
  }

  /** Every strategy begins with the same weights, in every round. */
  private void turn(
      Rank rank, Communicator communicator, String line, int round, BenchTrainTable table) {
    if (rank.rank() == 0) {
      var which = rounds == 1 ? "" : ", round %d of %d".formatted(round, rounds);
      output.progress("%s with %s, %d ranks%s".formatted(model, line, rank.ranks(), which));
    }
    var known = Optional.ofNullable(unloaded.get(line));
    var before = rank.traffic();
    var result = benchmark(line, round).run(open(), communicator, Meter.ofSteps(rank), known);
    unloaded.put(line, result.unloaded());
    var traffic = RunTraffic.gathered(rank, rank.traffic().since(before));
    table.row(line, result, traffic);
    if (rank.rank() == 0) {
      if (!result.warm()) {
        output.note(
            "warning: compilers were busy after %s s of %s: raise --warmup-seconds"
                .formatted(warmUpSeconds, line));
      }
      output.event(
          BenchTrainEvent.of(model, line, rank.ranks(), batch, round, steps, result, traffic));
    }
  }

  private Model open() {
    if (!model.equals(SimulatedModel.NAME)) {
      return Models.open(model, SEED);
    }
    var time = Duration.ofMillis(simulatedMillis);
    return new SimulatedModel(new Simulation(simulatedLayers, simulatedParameters, time), SEED);
  }

  private List<String> arguments() {
    return spec.root().commandLine().getParseResult().originalArgs();
  }
}
