package io.weft.command;

import static java.util.Objects.requireNonNull;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.file.BoundedFile;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.Link;
import io.weft.join.LinkClass;
import io.weft.join.MachineCosts;
import io.weft.join.MachineFile;
import io.weft.join.Rank;
import io.weft.measurement.Calibration;
import io.weft.measurement.CodecSpeeds;
import io.weft.measurement.LinkFit;
import io.weft.measurement.Meter;
import io.weft.measurement.NcclOutput;
import io.weft.tensor.ElementType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what communication costs here, for the choice of algorithms. */
@Command(
    name = "calibrate",
    header = "Measures what communication costs on this machine.",
    description = {
      "Measures latency and rate of messages inside a process, between processes of this host and,"
          + " as rank 0 of ranks on several hosts, between hosts; and how fast data is added up."
          + " Ranks choose their algorithms by the file that rank 0 finds, and by typical figures"
          + " if there is none. For predictions it also measures what messages take of processors,"
          + " by how much they slow computation down, and how fast compressors are."
    },
    footer = {
      "  weft calibrate",
      "  weft calibrate --output lab.yaml --json",
      "  weft calibrate --nccl all_reduce_perf.txt --output gpus.yaml",
      "  weft calibrate --rank 0 --world 2 --master node1:29500    # and --rank 1 on node2"
    })
final class CalibrateCommand implements Callable<Integer> {
  private static final int RANKS_LEAST = 2;

  /** Beyond it something else was at work: caches and protocols explain less. */
  private static final double RESIDUAL_PERCENT_MOST = 30;

  private final Output output;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Mixin private LocalRanks localRanks = new LocalRanks();

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "How many ranks to start (default: 2).")
  private @Nullable Integer ranks;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description =
          "Where to write (default: $${XDG_CONFIG_HOME:-~/.config}/weft/this-machine.yaml).")
  private @Nullable Path file;

  @Option(
      names = "--nccl",
      paramLabel = "FILE",
      description =
          "Measure nothing; take the link that all_reduce_perf of nccl-tests has measured from what"
              + " it printed.")
  private @Nullable Path nccl;

  @Option(
      names = "--no-codecs",
      description = "Do not measure how fast compressors encode and decode.")
  private boolean noCodecs;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.2",
      description = "About how long each of 8 sizes is measured (default: ${DEFAULT-VALUE}).")
  private double seconds;

  CalibrateCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if (!(seconds > 0 && seconds <= 60)) {
      throw new IllegalArgumentException(
          "--seconds %s: give more than 0 and at most 60".formatted(seconds));
    }
    if (nccl != null) {
      return takeOver(nccl);
    }
    var joining = rankOptions.join(output, "calibrate " + seconds);
    int world = RankCount.of(ranks, joining, RANKS_LEAST, RANKS_LEAST);
    if (joining.isEmpty()) {
      localRanks.check(world, LocalRanks.JVM_BYTES);
      var arguments = spec.root().commandLine().getParseResult().originalArgs();
      return new OwnRanks(output).run(world, arguments);
    }
    try (var _ = OwnLauncher.watch(output)) {
      asRank(joining.get());
    }
    return ExitCode.OK.code();
  }

  /** Replaces one link of the file, and leaves what else it says. */
  private Integer takeOver(Path printed) throws IOException {
    if (!Files.isRegularFile(printed)) {
      throw new IllegalArgumentException("there is no file '%s' to read".formatted(printed));
    }
    var found = NcclOutput.parse(printed.toString(), BoundedFile.writtenLines(printed));
    var before = Files.exists(target()) ? MachineFile.read(target()) : MachineCosts.TYPICAL;
    var measured = new Measured(before.reductionGigabytesPerSecond());
    measured.links.putAll(before.measured());
    measured.predictions.putAll(before.predictions());
    measured.add(found.place(), found.fit());
    report(measured);
    return ExitCode.OK.code();
  }

  private void asRank(JoinOptions joining) {
    var calibration = new Calibration(seconds);
    boolean first = joining.identity().rank() == 0;
    var measured = new Measured(0);
    if (first) { // the others wait at the rendezvous and leave the processors to us
      output.progress("reductions");
      measured.reduction = calibration.reductionGigabytesPerSecond(ElementType.FP32);
      output.progress("messages inside a process");
      measured.add(LinkClass.PROCESS, calibration.linkOfThreads());
    }
    try (var rank = Join.open(joining)) {
      measure(rank, calibration, measured);
    }
    if (first) { // and here the others have left, for whom this would take too long
      if (!noCodecs) {
        measured.predictions.putAll(CodecSpeeds.measure(output::progress));
        for (var type : new ElementType[] {ElementType.FP16, ElementType.BF16}) {
          measured.predictions.put(
              "add_%s_gigabytes_per_second".formatted(type.label()),
              calibration.reductionGigabytesPerSecond(type));
        }
      }
      report(measured);
    }
  }

  private void measure(Rank rank, Calibration calibration, Measured measured) {
    var meter = Meter.ofMachine(rank);
    for (var place : new LinkClass[] {LinkClass.HOST, LinkClass.NETWORK}) {
      var peer = peer(rank, place);
      if (peer.isPresent()) {
        if (rank.rank() == 0) {
          output.progress("messages to rank %d, %s".formatted(peer.getAsInt(), name(place)));
        }
        int to = peer.getAsInt();
        var found = calibration.link(rank.communicator(), 0, to, meter);
        measured.add(place, found);
        double part = calibration.interference(rank.communicator(), 0, to, meter);
        measured.predictions.put("interference_percent", 100 * part);
      }
    }
  }

  /** What there is to report; written by one thread. */
  private static final class Measured {
    double reduction;
    final Map<LinkClass, LinkFit> fits = new EnumMap<>(LinkClass.class);
    final Map<LinkClass, Link> links = new EnumMap<>(LinkClass.class);
    final Map<String, Double> predictions = new TreeMap<>();

    Measured(double reduction) {
      this.reduction = reduction;
    }

    void add(LinkClass place, LinkFit fit) {
      fits.put(place, fit);
      links.put(place, fit.link());
    }

    /**
     * Of processors the last one counts, which is that between hosts. There messages are long, and
     * ranks choose by the rate of such: what a link lets through at once tells nothing of it.
     */
    void add(LinkClass place, Calibration.Messages messages) {
      fits.put(place, messages.time());
      links.put(place, place == LinkClass.NETWORK ? messages.sustained() : messages.time().link());
      var processors = messages.processors();
      predictions.put("socket_gigabytes_per_second", processors.gigabytesPerSecond());
      predictions.put("socket_message_microseconds", processors.latencyMicros());
      var name = "sustained_" + place.name().toLowerCase(Locale.ROOT);
      predictions.put(name + "_gigabytes_per_second", messages.sustained().gigabytesPerSecond());
      predictions.put(name + "_latency_microseconds", messages.sustained().latencyMicros());
    }
  }

  private Path target() {
    return file == null ? MachineFile.standard(System.getenv()) : file;
  }

  private static OptionalInt peer(Rank rank, LinkClass place) {
    boolean near = place == LinkClass.HOST;
    return IntStream.range(1, rank.ranks())
        .filter(peer -> rank.topology().sameHost(0, peer) == near)
        .findFirst();
  }

  private void report(Measured measured) {
    var fits = measured.fits;
    double reduction = measured.reduction;
    var target = target();
    MachineFile.write(new MachineCosts(reduction, measured.links, measured.predictions), target);
    var table =
        Table.of(
            Table.left("link"),
            Table.right("latency µs"),
            Table.right("rate GB/s"),
            Table.right("residual"));
    fits.forEach(
        (place, fit) -> {
          var link = requireNonNull(measured.links.get(place));
          output.event(CalibrateLinkEvent.of(place, link, fit));
          table.row(
              name(place),
              number(link.latencyMicros()),
              number(link.gigabytesPerSecond()),
              number(fit.residualPercent()) + " %");
        });
    output.table(table);
    if (fits.values().stream().anyMatch(fit -> fit.residualPercent() > RESIDUAL_PERCENT_MOST)) {
      output.note("the times do not lie on a line: calibrate again while the machine is idle");
    }
    if (measured.predictions.containsKey("interference_percent")) {
      output.line(
          "processors: %s GB/s through sockets, and %s %% longer to compute meanwhile"
              .formatted(
                  number(measured.predictions.getOrDefault("socket_gigabytes_per_second", 0.0)),
                  number(measured.predictions.getOrDefault("interference_percent", 0.0))));
    }
    output.line("reductions: %s GB/s; written to %s".formatted(number(reduction), target));
    output.event(new CalibrateEvent(target.toString(), reduction));
  }

  private static String name(LinkClass place) {
    return switch (place) {
      case PROCESS -> "inside a process";
      case HOST -> "between processes";
      case NETWORK -> "between hosts";
    };
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
