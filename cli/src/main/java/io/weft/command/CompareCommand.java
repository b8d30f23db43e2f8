package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.report.Quantity;
import io.weft.run.Figure;
import io.weft.run.Found;
import io.weft.run.Material;
import io.weft.run.RunTable;
import io.weft.run.ThreadedRun;
import io.weft.run.ThreadedRun.Outcome;
import io.weft.run.TrainingJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
      "  weft compare dear 'dear + ef-sign' --model mlp --hold-out 0.1 --metrics accuracy",
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

  private final Map<Long, Found> all = new HashMap<>();

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
      var _ = options.job(strategy, 1, found(1).model()); // refuses before anything runs
    }
    var known = file == null ? Optional.<RunTable>empty() : Optional.of(RunTable.open(file));
    var outcomes = new LinkedHashMap<String, List<Outcome>>();
    for (String strategy : strategies) {
      var own = new ArrayList<Outcome>();
      for (long seed : seeds) {
        own.add(outcome(options.job(strategy, seed, found(seed).model()), known));
      }
      outcomes.put(strategy, own);
    }
    report(outcomes);
    return ExitCode.OK.code();
  }

  /** The same for all strategies; read once for each seed. */
  private Found found(long seed) {
    return all.computeIfAbsent(seed, options::found);
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
            Material.of(found(job.seed()), job),
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
            outcome.seconds(),
            outcome.validation().isEmpty() ? null : Figure.all(outcome.validation())));
    return outcome;
  }

  private void report(Map<String, List<Outcome>> outcomes) {
    var first = outcomes.values().iterator().next();
    var figures = first.getFirst().validation().keySet();
    var columns = new ArrayList<Table.Column>();
    columns.add(Table.left("strategy"));
    columns.add(Table.right("loss"));
    columns.add(Table.right("spread"));
    columns.add(Table.right("differs by"));
    figures.forEach(name -> columns.add(Table.right("validation " + name)));
    columns.add(Table.right("sent/rank/step"));
    columns.add(Table.right("seconds"));
    var table = Table.of(columns.toArray(Table.Column[]::new));
    outcomes.forEach((strategy, own) -> table.row(row(strategy, own, first, figures)));
    output.table(table);
  }

  private static String[] row(
      String strategy, List<Outcome> own, List<Outcome> first, Set<String> figures) {
    var row = new ArrayList<String>();
    row.add(strategy);
    row.add(fixed(3, mean(own)));
    row.add(fixed(3, spread(own)));
    row.add(difference(own, first));
    figures.forEach(name -> row.add(fixed(3, mean(own, name))));
    row.add(Quantity.bytes((double) own.getFirst().wireBytes()));
    row.add(fixed(0, own.stream().mapToDouble(Outcome::seconds).sum()));
    return row.toArray(String[]::new);
  }

  /** Of a figure of the last validation. */
  private static double mean(List<Outcome> outcomes, String figure) {
    return outcomes.stream()
        .mapToDouble(it -> it.validation().getOrDefault(figure, Double.NaN))
        .average()
        .orElseThrow();
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
