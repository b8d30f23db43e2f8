package io.weft.command;

import io.weft.cli.ByteSize;
import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.collective.World;
import io.weft.collective.program.Topology;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.MachineFile;
import io.weft.join.Sharing;
import io.weft.measurement.Benchmark;
import io.weft.measurement.BufferSource;
import io.weft.measurement.Measurement;
import io.weft.measurement.Meter;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures an operation among ranks. */
@Command(
    name = "bench",
    header = "Measures an operation among ranks.",
    description = {
      "Starts the ranks as processes of this machine, or is one rank if --rank or the variables of"
          + " a launcher say so. Columns are those of nccl-tests: time is the median of blocks of"
          + " operations, algbw bytes by time, busbw what each link must have carried; #wrong"
          + " counts elements that were not what they should be, before and after; p50 and p99 are"
          + " of operations timed one by one."
    },
    footer = {
      "  weft bench all-reduce --ranks 4",
      "  weft bench send --bytes 1KB,1MB",
      "  weft bench all-gather --ranks 8 --bytes 1KB,64MB --algorithm bruck --transport local",
      "  weft bench reduce-scatter --type bf16 --json",
      "  weft bench all-reduce --ranks 2 --buffers allocated",
      "  weft bench all-reduce --rank 0 --world 2 --master node1:29500    # and --rank 1 on node2"
    })
final class BenchCommand implements Callable<Integer> {
  private static final int RANKS_USUAL = 4;

  /** What goes in, what comes out, and what comes from others. */
  private static final long BUFFERS = 3;

  private final Output output;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Mixin private LocalRanks localRanks = new LocalRanks();

  @Parameters(
      paramLabel = "OPERATION",
      arity = "0..1", // none before a command of its own
      description =
          "all-reduce, reduce-scatter, all-gather, broadcast, reduce, gather, scatter,"
              + " all-to-all, barrier; send: a message from rank 0 to rank 1; or cross: one each"
              + " way between them, both at once.")
  private String operation = "";

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "How many ranks to start (default: 4).")
  private @Nullable Integer ranks;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      split = ",",
      defaultValue = "1KB,16KB,256KB,4MB,64MB",
      description = "Bytes of data on each rank (default: ${DEFAULT-VALUE}).")
  private List<ByteSize> bytes = List.of();

  @Option(
      names = "--transport",
      paramLabel = "NAME",
      defaultValue = "auto",
      description = {
        "tcp: ranks are processes that talk over sockets; shm: processes of one host that share",
        "memory; local: threads of one process; auto: what WEFT_TRANSPORT says, else",
        "shm where ranks have it (default: ${DEFAULT-VALUE})."
      })
  private TransportName transport = TransportName.AUTO;

  @Option(
      names = "--buffers",
      paramLabel = "WHOSE",
      defaultValue = "own",
      description = {
        "own: memory of the caller; allocated: memory that the library allocates, which ranks of",
        "one host reach in place (default: ${DEFAULT-VALUE})."
      })
  private BufferSource buffers = BufferSource.OWN;

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
      defaultValue = "0.75",
      description = {
        "About how long each size is measured (default: ${DEFAULT-VALUE}), after a warm-up",
        "until compilers are at rest: 2 times that at least, 10 times for each rank at most."
      })
  private double seconds;

  @Option(names = "--spoil", hidden = true, description = "Make one element wrong.")
  private boolean spoilt;

  BenchCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if (operation.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Missing what to measure: an operation, or train");
    }
    var benchmark = benchmark();
    var joining = rankOptions.join(output, job());
    int world = RankCount.of(ranks, joining, 1, RANKS_USUAL);
    check(world, benchmark);
    if (joining.isPresent()) {
      requireProcesses(transport, joining.get());
      return asRank(joining.get(), benchmark);
    }
    return switch (transport) {
      case LOCAL -> asThreads(world, benchmark);
      case TCP, SHM, AUTO -> {
        localRanks.check(world, LocalRanks.JVM_BYTES + BUFFERS * bytesMost());
        yield new OwnRanks(output).run(world, arguments());
      }
    };
  }

  private long bytesMost() {
    return bytes.stream().mapToLong(ByteSize::bytes).max().orElse(0);
  }

  private Benchmark benchmark() {
    return new Benchmark(
        SubjectName.parse(operation, reduction),
        type,
        buffers,
        Optional.ofNullable(algorithm).map(AlgorithmName::parse),
        seconds,
        spoilt);
  }

  /** All that ranks must have been told alike. */
  private String job() {
    return "bench %s %s %s %s %s %s %s"
        .formatted(operation, bytes, algorithm, type.label(), reduction.label(), buffers, seconds);
  }

  private void check(int world, Benchmark benchmark) {
    if (!(seconds > 0 && seconds <= 3600)) {
      throw new IllegalArgumentException(
          "--seconds %s: give more than 0 and at most 3600".formatted(seconds));
    }
    SubjectName.refusal(benchmark.subject(), benchmark.algorithm(), world)
        .ifPresent(
            refusal -> {
              throw new IllegalArgumentException(refusal);
            });
  }

  private static void requireProcesses(TransportName meant, JoinOptions joining) {
    if (meant == TransportName.LOCAL) {
      var identity = joining.identity();
      throw new IllegalArgumentException(
          "--transport local starts threads, but this process is rank %d of %d, as %s says:"
                  .formatted(identity.rank(), identity.worldSize(), identity.source().label())
              + " give tcp");
    }
  }

  private int asRank(JoinOptions joining, Benchmark benchmark) {
    var sharing = wanted(joining.sharing());
    try (var _ = OwnLauncher.watch(output);
        var rank = Join.open(joining.withSharing(sharing))) {
      var how = TransportName.of(rank);
      var results = measure(benchmark, how, rank.communicator(), Meter.of(rank));
      if (rank.rank() == 0) {
        report(benchmark, how, rank.ranks(), results);
      }
    }
    return ExitCode.OK.code();
  }

  /** What the option says, or where it leaves it open, the environment. */
  private Sharing wanted(Sharing environment) {
    return transport == TransportName.AUTO ? environment : environment.with(transport.medium());
  }

  private int asThreads(int world, Benchmark benchmark) {
    var costs = MachineFile.readStandard(System.getenv()).amongThreads();
    var options = new Options(Topology.oneHost(world), costs, rankOptions.collectiveTimeout());
    var results = new ArrayList<Measurement>();
    World.spawn(
        options,
        world,
        communicator -> {
          int rank = communicator.rank();
          var own = measure(benchmark, TransportName.LOCAL, communicator, Meter.ofThread(rank));
          if (rank == 0) {
            results.addAll(own);
          }
        });
    report(benchmark, TransportName.LOCAL, world, results);
    return ExitCode.OK.code();
  }

  private List<Measurement> measure(
      Benchmark benchmark, TransportName how, Communicator communicator, Meter meter) {
    boolean first = communicator.rank() == 0;
    int world = communicator.ranks();
    var results = new ArrayList<Measurement>();
    for (var size : bytes) {
      if (first) {
        output.progress("%s of %d ranks, %s".formatted(operation, world, size));
      }
      var result = benchmark.run(communicator, meter, size.bytes());
      results.add(result);
      if (first) {
        output.event(BenchEvent.of(benchmark, how, world, result));
      }
    }
    return results;
  }

  private void report(
      Benchmark benchmark, TransportName how, int world, List<Measurement> results) {
    output.line(
        "%s of %d ranks, %s; times in µs, rates in GB/s (10⁹ bytes)"
            .formatted(
                operation,
                world,
                how == TransportName.LOCAL ? "threads of one process" : "processes over " + how));
    output.table(BenchTable.of(benchmark, world, results));
    if (results.stream().anyMatch(result -> result.wrong() > 0)) {
      throw new CommandFailedException(
          ExitCode.FAILURE, "results were wrong, see column #wrong: this is a bug of Weft");
    }
  }

  private List<String> arguments() {
    return spec.root().commandLine().getParseResult().originalArgs();
  }
}
