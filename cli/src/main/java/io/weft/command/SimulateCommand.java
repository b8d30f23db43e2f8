package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.plan.Job;
import io.weft.plan.Outlook;
import io.weft.report.Quantity;
import io.weft.report.TimelinePage;
import io.weft.strategy.Strategy;
import io.weft.trace.Excerpt;
import io.weft.trace.TraceReader;
import io.weft.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Predicts one strategy. */
@Command(
    name = "simulate",
    header = "Predicts how fast a strategy trains a model on a cluster.",
    description = {
      "Runs the step graph of the strategy in virtual time. All ranks are alike, so one stands for"
          + " all, unless the cluster says how they differ. The interval is that of links and"
          + " overheads a tenth better and worse; what is assumed is said below it and may be"
          + " further off."
    },
    footer = {
      "  weft simulate --model bert-large --cluster 10gbe-v100x4 --ranks 64 --strategy dear",
      "  weft simulate --model resnet-50 --cluster my.yaml --ranks 8 --step-ms 253 --trace it.json",
      "  weft simulate --model vgg-16 --cluster 1gbe-cpu --ranks 8 --timeline it.html",
      "  weft simulate --example-cluster > my.yaml"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int STEPS = 2;

  private final Output output;

  @Mixin private JobOptions options = new JobOptions();

  @Option(
      names = "--strategy",
      paramLabel = "LINE",
      defaultValue = "dear",
      description = "How ranks train together (default: ${DEFAULT-VALUE}).")
  private String strategy = "";

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Write two steps of a rank as a trace, in the format of a real run.")
  private @Nullable Path trace;

  @Option(names = "--timeline", paramLabel = "FILE", description = "Draw them as one HTML file.")
  private @Nullable Path timeline;

  @Option(
      names = "--measured",
      paramLabel = "TRACE",
      description = "Draw two steps of a real run below, from the trace that it has written.")
  private @Nullable Path measured;

  SimulateCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if (options.printsExample(output)) {
      return ExitCode.OK.code();
    }
    if (measured != null && timeline == null) {
      throw new IllegalArgumentException("--measured is drawn by --timeline FILE: give both");
    }
    var job = options.job();
    var outlook = Outlook.of(job, Strategy.parse(strategy));
    var prediction = outlook.prediction();
    output.table(table(job, outlook));
    var encoding = job.encoding(outlook.strategy()).map("; "::concat).orElse("");
    output.paragraph("A step is " + prediction.criticalPath() + encoding + ".");
    outlook.basis(job).forEach(output::paragraph);
    output.event(PlanEvent.of(job, outlook, prediction.criticalPath() + encoding));
    if (trace != null) {
      try (var writer = TraceWriter.to(trace)) {
        prediction.spans().forEach(writer::write);
      }
      output.note("trace in " + trace);
    }
    if (timeline != null) {
      Files.writeString(timeline, drawn(job, outlook));
      output.note("timeline in " + timeline);
    }
    return ExitCode.OK.code();
  }

  private String drawn(Job job, Outlook outlook) throws IOException {
    var prediction = outlook.prediction();
    var title =
        "%s on %d ranks of %s, %s"
            .formatted(
                job.profile().name(),
                job.ranks(),
                job.cluster().name(),
                outlook.strategy().brief());
    var panels = new ArrayList<TimelinePage.Panel>();
    var heading =
        "Predicted: %s a step, of which a rank computes %s"
            .formatted(
                Quantity.seconds(prediction.stepSeconds()),
                Quantity.seconds(prediction.computeSeconds()));
    panels.add(new TimelinePage.Panel(heading, prediction.spans()));
    if (measured != null) {
      var excerpt = Excerpt.lastSteps(TraceReader.read(measured), STEPS);
      var real = "Measured: %s a step".formatted(Quantity.seconds(excerpt.stepSeconds()));
      panels.add(new TimelinePage.Panel(real, excerpt.spans()));
    }
    return TimelinePage.html(title, "Two steps of one rank.", panels);
  }

  private static Table table(Job job, Outlook outlook) {
    var prediction = outlook.prediction();
    var overlap = prediction.overlap();
    var table =
        Table.of(Table.left("what"), Table.right("predicted"))
            .row("step", Quantity.seconds(prediction.stepSeconds()));
    if (outlook.hasInterval()) {
      table.row(
          "  between",
          Quantity.seconds(outlook.lowSeconds())
              + " and "
              + Quantity.seconds(outlook.highSeconds()));
    }
    return table
        .row("samples/s", String.format(Locale.ROOT, "%.1f", outlook.samplesPerSecond(job)))
        .row("computing", Quantity.seconds(prediction.computeSeconds()))
        .row("exchanges", Quantity.seconds(overlap.exchangeSeconds()))
        .row("  waiting", Quantity.seconds(overlap.waitingSeconds()))
        .row("  exposed", Quantity.seconds(overlap.exposedSeconds()))
        .row("  hidden", Quantity.part(overlap.hidden()))
        .row("link busy", Quantity.seconds(prediction.linkSeconds()))
        .row("processors", Quantity.seconds(prediction.coreSeconds()))
        .row("sent/rank", Quantity.bytes(prediction.wireBytesPerRank()))
        .row("memory/rank", Quantity.bytes(outlook.memoryBytesPerRank()));
  }
}
