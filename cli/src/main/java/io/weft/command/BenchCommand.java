package io.weft.command;

import io.weft.cli.ByteSize;
import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.collective.World;
import io.weft.collective.algorithm.Algorithms;
import io.weft.measurement.CollectiveBenchmark;
import io.weft.measurement.CollectiveBenchmark.Result;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a collective operation among ranks of one process. */
@Command(
    name = "bench",
    header = "Measures a collective operation.",
    description = {
      "The ranks are threads of this process. Columns are those of nccl-tests: algbw is bytes by"
          + " time, busbw what each link must have carried; #wrong counts elements that were not"
          + " what they should be."
    },
    footer = {
      "  weft bench all-reduce --ranks 4",
      "  weft bench all-gather --ranks 8 --bytes 1KB,64MB --algorithm bruck",
      "  weft bench reduce-scatter --type bf16 --json"
    })
final class BenchCommand implements Callable<Integer> {
  private static final int RANKS_MOST = 256;

  private final Output output;

  @Parameters(
      paramLabel = "OPERATION",
      description =
          "all-reduce, reduce-scatter, all-gather, broadcast, reduce, gather, scatter,"
              + " all-to-all or barrier.")
  private String operation = "";

  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many ranks (default: ${DEFAULT-VALUE}).")
  private int ranks;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      split = ",",
      defaultValue = "1KB,16KB,256KB,4MB,64MB",
      description = "Bytes of data on each rank (default: ${DEFAULT-VALUE}).")
  private List<ByteSize> bytes = List.of();

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = "Which algorithm (default: the one that is predicted to be cheapest).")
  private @Nullable String algorithm;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "fp32",
      description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ElementType type = ElementType.FP32;

  @Option(
      names = "--reduction",
      paramLabel = "NAME",
      defaultValue = "sum",
      description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Reduction reduction = Reduction.SUM;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "About how long each size is measured (default: ${DEFAULT-VALUE}).")
  private double seconds;

  BenchCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() {
    var benchmark = new CollectiveBenchmark(OperationName.parse(operation), reduction, type);
    check();
    var results = new ArrayList<Result>();
    for (var size : bytes) {
      output.progress("%s of %d ranks, %s".formatted(operation, ranks, size));
      var result = measure(benchmark, size.bytes());
      results.add(result);
      output.event(BenchEvent.of(benchmark, ranks, result));
    }
    output.line(
        "%s of %d ranks in one process, %s %s; times in µs, rates in GB/s (10⁹ bytes)"
            .formatted(operation, ranks, type.label(), reduction.label()));
    output.table(table(benchmark, results));
    if (results.stream().anyMatch(result -> result.wrong() > 0)) {
      throw new CommandFailedException(
          ExitCode.FAILURE, "results were wrong, see column #wrong: this is a bug of Weft");
    }
    return ExitCode.OK.code();
  }

  private void check() {
    if (ranks < 1 || ranks > RANKS_MOST) {
      throw new IllegalArgumentException(
          "--ranks %d: give 1 to %d ranks".formatted(ranks, RANKS_MOST));
    }
    if (!(seconds > 0 && seconds <= 3600)) {
      throw new IllegalArgumentException(
          "--seconds %s: give more than 0 and at most 3600".formatted(seconds));
    }
    if (algorithm != null) {
      AlgorithmName.parse(algorithm);
    }
  }

  private Result measure(CollectiveBenchmark benchmark, long size) {
    var results = new ArrayList<Result>();
    try {
      World.spawn(
          ranks,
          world -> {
            var communicator = algorithm == null ? world : world.using(Algorithms.named(algorithm));
            var result = benchmark.run(communicator, size, seconds);
            if (world.rank() == 0) {
              results.add(result);
            }
          });
    } catch (RuntimeException failed) {
      // A rank refuses what all refuse: an algorithm that cannot do it, memory that is not there.
      if (failed.getCause() instanceof IllegalArgumentException refusal) {
        throw refusal;
      }
      throw failed;
    }
    return results.getFirst();
  }

  private Table table(CollectiveBenchmark benchmark, List<Result> results) {
    var table =
        Table.of(
            Table.right("size"),
            Table.right("count"),
            Table.left("type"),
            Table.left("redop"),
            Table.right("root"),
            Table.right("time"),
            Table.right("algbw"),
            Table.right("busbw"),
            Table.right("#wrong"),
            Table.right("p50"),
            Table.right("p99"),
            Table.left("algorithm"));
    for (var result : results) {
      double rate = result.bytes() / (result.mean() * 1e3);
      table.row(
          Long.toString(result.bytes()),
          Long.toString(result.count()),
          type.label(),
          benchmark.operation().reduces() ? reduction.label() : "none",
          benchmark.operation().rooted() ? "0" : "-1",
          number(result.mean()),
          number(rate),
          number(rate * BenchEvent.busFactor(benchmark.operation(), ranks)),
          Long.toString(result.wrong()),
          number(result.quantile(0.5)),
          number(result.quantile(0.99)),
          result.algorithm());
    }
    return table;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
  }
}
