package io.weft.command;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.data.DataException;
import io.weft.engine.zoo.Models;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.Rank;
import io.weft.optimizer.Rate;
import io.weft.strategy.Strategy;
import io.weft.training.Settings;
import io.weft.training.StrategySettings;
import io.weft.training.Training;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Trains a network on several ranks. */
@Command(
    name = "train",
    header = "Trains a network on several ranks.",
    description = {
      "Starts the ranks as processes of this machine, or is one rank if --rank or the variables of"
          + " a launcher say so. Language models learn from the sources of the JDK that runs them,"
          + " others from images made up from the seed."
    },
    footer = {
      "  weft train",
      "  weft train --model mlp --strategy 'wfbp(bucket=4MB)' --optimizer sgd --steps 50",
      "  weft train --rank 0 --world 2 --master node1:29500    # and --rank 1 on node2"
    })
final class TrainCommand implements Callable<Integer> {
  private static final int RANKS_MOST = 256;
  private static final int RANKS_USUAL = 4;
  private static final int REPORTS = 20;

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
      defaultValue = "gpt-nano",
      description = "Which network (default: ${DEFAULT-VALUE}).")
  private String model = "";

  @Option(
      names = "--strategy",
      paramLabel = "LINE",
      defaultValue = "dear",
      description = "How ranks train together (default: ${DEFAULT-VALUE}).")
  private String strategy = "";

  @Option(
      names = "--optimizer",
      paramLabel = "NAME",
      defaultValue = "adamw",
      description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OptimizerName optimizer = OptimizerName.ADAMW;

  @Option(
      names = "--lr",
      paramLabel = "RATE",
      description = "The learning rate (default: that of the optimizer).")
  private @Nullable Double rate;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "16",
      description = "Samples of each rank in a step (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many steps (default: ${DEFAULT-VALUE}).")
  private long steps;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of weights and of the order of samples (default: ${DEFAULT-VALUE}).")
  private long seed;

  TrainCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    var settings = settings();
    var sample = Models.sample(model); // An unknown name is refused before ranks are started.
    var joining = rankOptions.join(output, job());
    if (joining.isEmpty()) {
      int world = ranks == null ? RANKS_USUAL : ranks;
      check("--ranks", world, RANKS_MOST);
      return new OwnRanks(output).run(world, arguments());
    }
    var identity = joining.get().identity();
    if (ranks != null && ranks != identity.worldSize()) {
      throw new IllegalArgumentException(
          "--ranks %d, but %s says %d: leave out --ranks"
              .formatted(ranks, identity.source().label(), identity.worldSize()));
    }
    try (var data = new TrainingData(sample, identity.rank(), identity.worldSize(), batch, seed)) {
      return asRank(joining.get(), settings, data);
    } catch (DataException e) {
      throw new CommandFailedException(ExitCode.FAILURE, String.valueOf(e.getMessage()), e);
    }
  }

  private Settings settings() {
    check("--batch", batch, Integer.MAX_VALUE);
    check("--steps", steps, Integer.MAX_VALUE);
    double chosen = rate == null ? optimizer.usualRate() : rate;
    return StrategySettings.of(
        Strategy.parse(strategy), 1, optimizer.optimizer(), new Rate.Constant(chosen));
  }

  private static void check(String name, long value, long most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException("%s %d: give 1 to %d".formatted(name, value, most));
    }
  }

  /** All that ranks must have been told alike. */
  private String job() {
    return "train %s %s %s %s %d %d %d"
        .formatted(
            model, Strategy.parse(strategy).canonical(), optimizer, rate, batch, steps, seed);
  }

  private int asRank(JoinOptions joining, Settings settings, TrainingData data) {
    try (var rank = Join.open(joining);
        var training =
            Training.open(Models.open(model, seed), rank.communicator(), settings, data)) {
      train(rank, training);
    }
    return ExitCode.OK.code();
  }

  private void train(Rank rank, Training training) {
    long every = Math.max(1, steps / REPORTS);
    long sent = rank.wireBytes();
    long start = System.nanoTime();
    double loss = Double.NaN;
    for (long step = 1; step <= steps; step++) {
      training.round(step < steps);
      if (step % every == 0 || step == steps) {
        loss = training.loss();
        report(rank, step, loss, seconds(start), rank.wireBytes() - sent);
      }
    }
    double took = seconds(start);
    long perStep = (rank.wireBytes() - sent) / steps;
    var sha = sha256(training);
    rank.communicator().barrier();
    if (rank.rank() == 0) {
      end(rank.ranks(), loss, took, perStep, sha);
    }
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private void report(Rank rank, long step, double loss, double took, long sent) {
    if (!Double.isFinite(loss)) {
      throw new CommandFailedException(
          ExitCode.FAILURE, "the loss is %s at step %d: lower --lr".formatted(loss, step));
    }
    if (rank.rank() == 0) {
      double speed = (double) step * batch * rank.ranks() / took;
      output.progress(
          String.format(
              Locale.ROOT,
              "step %d of %d, loss %.3f, %.0f samples/s, %.1f MB/s sent by each rank",
              step,
              steps,
              loss,
              speed,
              sent / 1e6 / took));
      output.event(new TrainStepEvent(step, loss, speed, sent));
    }
  }

  private void end(int world, double loss, double took, long perStep, String sha) {
    var line = Strategy.parse(strategy);
    double speed = (double) steps * batch * world / took;
    var table =
        Table.of(
            Table.left("model"),
            Table.left("strategy"),
            Table.right("ranks"),
            Table.right("steps"),
            Table.right("loss"),
            Table.right("samples/s"),
            Table.right("sent/rank/step"),
            Table.left("weights"));
    table.row(
        model,
        line.brief(),
        Integer.toString(world),
        Long.toString(steps),
        String.format(Locale.ROOT, "%.3f", loss),
        String.format(Locale.ROOT, "%.0f", speed),
        String.format(Locale.ROOT, "%.2f MB", perStep / 1e6),
        sha.substring(0, 12));
    output.table(table);
    output.event(new EndEvent(line.canonical(), model, world, steps, loss, speed, perStep, sha));
  }

  /** Of all parameters, in their order. */
  private static String sha256(Training training) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var memory = training.memory();
      for (int index = 0; index < memory.plan().parameters().size(); index++) {
        digest.update(memory.parameter(index).segment().asByteBuffer());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private List<String> arguments() {
    return spec.root().commandLine().getParseResult().originalArgs();
  }
}
