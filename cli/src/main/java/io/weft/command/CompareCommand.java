package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.report.Quantity;
import io.weft.run.RunTable;
import io.weft.run.ThreadedRun;
import io.weft.run.ThreadedRun.Outcome;
import io.weft.run.TrainingJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains with one strategy after the other. */
@Command(
    name = "compare",
    header = "Trains with one strategy after the other and compares what they come to.",
    description = {
      "Ranks are threads of this process that exchange what ranks on different hosts would. The"
          + " loss is the mean over the last tenth of the steps; what it differs is reckoned from"
          + " the first strategy, seed by seed. It is not about speed: that is weft bench train."
    },
    footer = {
      "  weft compare dear 'dear + powersgd(rank=2)' 'dear + ef-sign' --steps 300",
      "  weft compare dear 'dear + top-k(0.01)' --seeds 1,2,3 --output losses.tsv"
    })
final class CompareCommand implements Callable<Integer> {
  private static final int RANKS_MOST = 64;

  /** Options of training that mean nothing here. */
  private static final List<String> MEANINGLESS =
      List.of(
          "--strategy",
          "--seed",
          "--tune",
          "--checkpoint-every",
          "--keep",
          "--trace",
          "--keep-best",
          "--stop-after");

  private final Output output;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "LINE",
      arity = "1..*",
      description = "The strategies, the first to" + " compare the others with.")
  private List<String> strategies = List.of();

  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many ranks train together (default: ${DEFAULT-VALUE}).")
  private int ranks;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      split = ",",
      defaultValue = "1",
      description = "Train with each of these (default: ${DEFAULT-VALUE}).")
  private List<Long> seeds = List.of();

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Add every run to this file, and make no run that it has already.")
  private @Nullable Path file;

  @Mixin private TrainOptions options = new TrainOptions();

  CompareCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if (ranks < 1 || ranks > RANKS_MOST) {
      throw new IllegalArgumentException("--ranks %d: give 1 to %d".formatted(ranks, RANKS_MOST));
    }
    for (String option : MEANINGLESS) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new IllegalArgumentException(
            "%s: compare takes strategies as arguments and --seeds, and saves nothing: leave it out"
                .formatted(option));
      }
    }
    for (String strategy : strategies) {
      var _ = options.job(strategy, 1); // refuses what is impossible before anything runs
    }
    var known = file == null ? Optional.<RunTable>empty() : Optional.of(RunTable.open(file));
    var outcomes = new LinkedHashMap<String, List<Outcome>>();
    for (String strategy : strategies) {
      var own = new ArrayList<Outcome>();
      for (long seed : seeds) {
        own.add(outcome(options.job(strategy, seed), known));
      }
      outcomes.put(strategy, own);
    }
    report(outcomes);
    return ExitCode.OK.code();
  }

  private Outcome outcome(TrainingJob job, Optional<RunTable> known) throws IOException {
    var before = known.flatMap(table -> table.find(job, ranks));
    if (before.isPresent()) {
      return before.get();
    }
    String line = job.strategy().brief();
    var run =
        new ThreadedRun(
            job,
            ranks,
            step -> output.progress("%s, seed %d, step %d".formatted(line, job.seed(), step)));
    var outcome = run.run();
    if (known.isPresent()) {
      known.get().add(job, ranks, outcome);
    }
    output.event(
        new CompareEvent(
            job.strategy().canonical(),
            job.model(),
            ranks,
            job.seed(),
            outcome.loss(),
            outcome.wireBytes(),
            outcome.seconds()));
    return outcome;
  }

  private void report(Map<String, List<Outcome>> outcomes) {
    var table =
        Table.of(
            Table.left("strategy"),
            Table.right("loss"),
            Table.right("spread"),
            Table.right("differs by"),
            Table.right("sent/rank/step"),
            Table.right("seconds"));
    var first = outcomes.values().iterator().next();
    outcomes.forEach(
        (strategy, own) ->
            table.row(
                strategy,
                fixed(3, mean(own)),
                fixed(3, spread(own)),
                difference(own, first),
                Quantity.bytes((double) own.getFirst().wireBytes()),
                fixed(0, own.stream().mapToDouble(Outcome::seconds).sum())));
    output.table(table);
  }

  private static String fixed(int digits, double value) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  private static double mean(List<Outcome> outcomes) {
    return outcomes.stream().mapToDouble(Outcome::loss).average().orElseThrow();
  }

  private static double spread(List<Outcome> outcomes) {
    var losses = outcomes.stream().mapToDouble(Outcome::loss).summaryStatistics();
    return losses.getMax() - losses.getMin();
  }

  /** The least and the most over seeds, in per cent. */
  private static String difference(List<Outcome> own, List<Outcome> first) {
    var stream = DoubleStream.builder();
    for (int i = 0; i < own.size(); i++) {
      stream.add(100 * (own.get(i).loss() / first.get(i).loss() - 1));
    }
    var all = stream.build().summaryStatistics();
    return own.size() == 1
        ? String.format(Locale.ROOT, "%+.1f %%", all.getMin())
        : String.format(Locale.ROOT, "%+.1f to %+.1f %%", all.getMin(), all.getMax());
  }
}
