package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.plan.Candidate;
import io.weft.plan.Job;
import io.weft.plan.Outlook;
import io.weft.plan.Planner;
import io.weft.report.Quantity;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ranks strategies. */
@Command(
    name = "plan",
    header = "Says which strategy is fastest for a model on a cluster.",
    description = {
      "Ranks strategies in closed form and runs the best of them in virtual time. A star marks"
          + " those that cannot be told from the first: their intervals overlap."
    },
    footer = {
      "  weft plan --model resnet-50 --cluster 10gbe-v100x4 --ranks 64",
      "  weft plan --model bert-base --cluster 1gbe-cpu --ranks 8 --lossy --json"
    })
final class PlanCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private JobOptions options = new JobOptions();

  @Option(
      names = "--lossy",
      description = "Also strategies whose result differs from that of one process.")
  private boolean lossy;

  PlanCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    var job = options.job();
    var planner = new Planner(job, lossy);
    var ranked = planner.ranked();
    output.table(table(job, ranked));
    for (var candidate : ranked) {
      output.event(
          candidate
              .outlook()
              .map(outlook -> PlanEvent.of(job, outlook, candidate.reason()))
              .orElseGet(
                  () ->
                      PlanEvent.refused(
                          job, candidate.strategy().canonical(), candidate.reason())));
    }
    var able = ranked.stream().filter(it -> it.outlook().isPresent()).toList();
    if (able.size() > 1) {
      flip(planner, able.get(0), able.get(1));
    }
    return ExitCode.OK.code();
  }

  private void flip(Planner planner, Candidate first, Candidate second) {
    var rate = planner.flipBytesPerSecond(first.strategy(), second.strategy());
    output.line(
        rate.map(
                found ->
                    "%s becomes faster than %s at %.2f Gbit/s between hosts."
                        .formatted(
                            second.strategy().brief(), first.strategy().brief(), found * 8e-9))
            .orElse("No rate between hosts makes the second faster than the first."));
  }

  private static Table table(Job job, List<Candidate> ranked) {
    var table =
        Table.of(
            Table.left("strategy"),
            Table.right("step"),
            Table.left(""),
            Table.right("samples/s"),
            Table.right("exposed"),
            Table.left("why"));
    double best = ranked.getFirst().outlook().map(Outlook::highSeconds).orElse(0.0);
    for (var candidate : ranked) {
      var name = candidate.strategy().brief();
      candidate
          .outlook()
          .ifPresentOrElse(
              outlook ->
                  table.row(
                      name,
                      Quantity.seconds(outlook.prediction().stepSeconds()),
                      outlook.lowSeconds() <= best ? "*" : "",
                      String.format(Locale.ROOT, "%.1f", outlook.samplesPerSecond(job)),
                      Quantity.seconds(outlook.prediction().exposedSeconds()),
                      candidate.reason()),
              () -> table.row(name, "–", "", "–", "–", candidate.reason()));
    }
    return table;
  }
}
