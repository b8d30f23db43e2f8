package io.weft.command;

import io.weft.cli.ByteSize;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.algorithm.Direct;
import io.weft.collective.algorithm.Flat;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Explains and draws: a collective algorithm, the choice among them, a strategy, all names, the
 * recordings of ranks that failed.
 */
@Command(
    name = "show",
    header = "Explains a strategy or a collective algorithm, and draws it.",
    description = {
      "The name of an algorithm shows its program: proved, priced, step by step. Files of recorded"
          + " operations, one of each rank, are compared. Anything else is read as a strategy line"
          + " and explained in a paragraph; its compression is tried on this machine."
    },
    footer = {
      "  weft show ring --ranks 5 --bytes 4MB --svg ring.svg",
      "  weft show hierarchical --ranks 8 --hosts 2 --rank 3",
      "  weft show --choose --ranks 8 --bytes 4MB",
      "  weft show --choose --ranks 8 --hosts 1 --cores 2 --bytes 1KB",
      "  weft show \"dear + powersgd(rank=2)\"",
      "  weft show \"top-k(0.01)\" --model resnet18 --ranks 8",
      "  weft show --names --json",
      "  weft show recordings/weft-operations-rank*.jsonl"
    })
final class ShowCommand implements Callable<Integer> {
  private static final int RANKS_MOST = 1024;

  private final Output output;

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME|FILE",
      description = "An algorithm, a strategy line in quotes, or recordings, one of each rank.")
  private List<String> wanted = List.of();

  @Option(names = "--choose", description = "Explain which algorithm is chosen, and why.")
  private boolean choose;

  @Option(names = "--names", description = "List every name that a strategy line may use.")
  private boolean names;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many ranks (default: ${DEFAULT-VALUE}).")
  private int ranks;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      description = "On how many hosts they are (default: one rank per host; direct, flat: one).")
  private @Nullable Integer hosts;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description =
          "How many cores each host has, for --choose: where ranks outnumber them they take turns"
              + " (default: one for each rank).")
  private @Nullable Integer cores;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = "4MB",
      description = "Bytes of data on each rank (default: ${DEFAULT-VALUE}).")
  private ByteSize bytes = new ByteSize(0);

  @Option(
      names = "--operation",
      paramLabel = "NAME",
      description = "What the ranks do (default: all-reduce, or the first that it does).")
  private @Nullable String operation;

  @Option(
      names = "--root",
      paramLabel = "RANK",
      defaultValue = "0",
      description = "The root of broadcast, reduce, gather and scatter (default: 0).")
  private int root;

  @Option(
      names = "--pieces",
      paramLabel = "N",
      defaultValue = "1",
      description = "Into how many pieces a pipelined algorithm cuts its data (default: 1).")
  private int pieces;

  @Option(
      names = "--rank",
      paramLabel = "RANK",
      defaultValue = "0",
      description = "Whose steps are listed (default: 0).")
  private int rank;

  @Option(
      names = "--model",
      paramLabel = "NAME|COUNT",
      defaultValue = "gpt-nano",
      description =
          "What is put into buckets, and what a compression is tried on (default:"
              + " ${DEFAULT-VALUE}).")
  private String model = "";

  @Option(names = "--svg", paramLabel = "FILE", description = "Draw the program into a file.")
  private @Nullable Path svg;

  ShowCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if ((wanted.isEmpty() ? 0 : 1) + (choose ? 1 : 0) + (names ? 1 : 0) != 1) {
      throw new IllegalArgumentException(
          "show needs one thing to show: a NAME, FILEs, --choose or --names; see weft show --help");
    }
    if (names) {
      ShowNames.all(output);
    } else if (choose) {
      checkRanks();
      new ShowChoice(output).of(collective(Optional.empty()), bytes, cores());
    } else if (wanted.stream().allMatch(ShowCommand::isRecording)) {
      new ShowRecordings(output).of(wanted.stream().map(Path::of).toList());
    } else {
      showNamed(single());
    }
    return ExitCode.OK.code();
  }

  /**
   * Names of algorithms and of strategies have neither an extension nor a folder, so a file of such
   * a name is given with its folder: {@code ./ring}.
   */
  private static boolean isRecording(String word) {
    return word.endsWith(".jsonl") || (word.contains("/") && Files.isRegularFile(Path.of(word)));
  }

  private String single() {
    if (wanted.size() > 1) {
      throw new IllegalArgumentException(
          "show takes one NAME, or recordings only: '%s' is not a file of recorded operations"
              .formatted(wanted.stream().filter(it -> !isRecording(it)).findFirst().orElseThrow()));
    }
    return wanted.getFirst();
  }

  private void showNamed(String name) throws IOException {
    var algorithm =
        Algorithms.all().stream().filter(known -> known.name().equals(name)).findFirst();
    if (algorithm.isEmpty()) {
      checkRanks();
      ShowStrategy.of(name, model, output, new ShowCompression(output, model, ranks));
      return;
    }
    checkRanks();
    var program = new ShowProgram(algorithm.get(), collective(algorithm), bytes);
    if (svg != null) {
      program.draw(svg);
      output.note("drawn in " + svg);
    }
    program.print(output, rank);
  }

  private void checkRanks() {
    if (ranks < 1 || ranks > RANKS_MOST) {
      throw new IllegalArgumentException(
          "--ranks %d: give 1 to %d ranks".formatted(ranks, RANKS_MOST));
    }
    if (rank < 0 || rank >= ranks) {
      throw new IllegalArgumentException(
          "--rank %d: of %d ranks, give 0 to %d".formatted(rank, ranks, ranks - 1));
    }
  }

  private Collective collective(Optional<Algorithm> algorithm) {
    var topology = topology(algorithm);
    var plain = new Collective(Operation.ALL_REDUCE, topology, 0, Sum.OPERATOR, pieces);
    var asked = operation == null ? firstAble(algorithm, plain) : OperationName.parse(operation);
    return new Collective(asked, topology, root, Sum.OPERATOR, pieces);
  }

  private int cores() {
    if (cores != null && cores < 1) {
      throw new IllegalArgumentException(
          "--cores %d: a host has at least one; give 1 or more".formatted(cores));
    }
    return cores != null ? cores : ranks;
  }

  private static Operation firstAble(Optional<Algorithm> algorithm, Collective plain) {
    for (var candidate : Operation.values()) {
      var collective = new Collective(candidate, plain.topology(), 0, plain.operator(), 1);
      if (algorithm.isEmpty() || algorithm.get().refusal(collective).isEmpty()) {
        return candidate;
      }
    }
    // Nothing can be done among these ranks: let the refusal of all-reduce say why.
    return Operation.ALL_REDUCE;
  }

  private Topology topology(Optional<Algorithm> algorithm) {
    boolean withinHost =
        algorithm.filter(it -> it instanceof Direct || it instanceof Flat).isPresent();
    int count = hosts != null ? hosts : withinHost ? 1 : ranks;
    if (count < 1 || ranks % count != 0) {
      throw new IllegalArgumentException(
          "--hosts %d: %d ranks cannot be spread evenly over them; give a divisor of %d"
              .formatted(count, ranks, ranks));
    }
    return Topology.hosts(count, ranks / count);
  }
}
