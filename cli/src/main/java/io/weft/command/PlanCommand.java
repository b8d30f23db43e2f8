package io.weft.command;

import io.weft.cli.ByteSize;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.plan.Job;
import io.weft.plan.Planner;
import io.weft.plan.Sweep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ranks strategies. */
@Command(
    name = "plan",
    header = "Says which strategy is fastest for a model on a cluster.",
    description = {
      "Ranks strategies in closed form and runs the best of them in virtual time. A star marks"
          + " those that cannot be told from the first: their intervals, of links and overheads a"
          + " tenth better and worse, overlap. Only what can be trained with is ranked."
    },
    footer = {
      "  weft plan --model resnet-50 --cluster 10gbe-v100x4 --ranks 64",
      "  weft plan --model bert-base --cluster 1gbe-cpu --ranks 8 --allow lossy --json",
      "  weft plan --model gpt-mini --cluster 1gbe-cpu --ranks 4 --output run.yaml",
      "  weft plan --model vgg-16 --cluster 1gbe-cpu --ranks 64 --sweep bandwidth=1..40Gbit"
    })
final class PlanCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private JobOptions options = new JobOptions();

  @Option(
      names = "--allow",
      paramLabel = "WHAT",
      defaultValue = "exact",
      description = {
        "exact: the result is that of one process; lossy: also strategies whose result differs",
        "(default: ${DEFAULT-VALUE})."
      })
  private Allowance allowed = Allowance.EXACT;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "What each rank has, such as 16GB (default: what the cluster says).")
  private @Nullable ByteSize memory;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Write the fastest that can be trained with, for weft train --config FILE.")
  private @Nullable Path file;

  @Option(
      names = "--sweep",
      paramLabel = "RANGE",
      description = {
        "Vary one thing and say which strategy wins where: bandwidth=1..400Gbit, alpha=5..500us,",
        "ranks=4..64 or batch=1..64."
      })
  private @Nullable String sweep;

  @Option(names = "--plot", paramLabel = "FILE", description = "Draw the sweep as one HTML file.")
  private @Nullable Path plot;

  PlanCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if (options.printsExample(output)) {
      return ExitCode.OK.code();
    }
    var job = job();
    if (file != null) {
      options.checkTrainable(job);
    }
    if (sweep != null) {
      return new PlanSweep(output, plot).run(job, allowed == Allowance.LOSSY, Sweep.parse(sweep));
    }
    if (plot != null) {
      throw new IllegalArgumentException("--plot draws a sweep: give --sweep too");
    }
    var planner = new Planner(job, allowed == Allowance.LOSSY);
    var ranked = planner.ranked();
    var report = new PlanReport(job, ranked);
    report.table().ifPresent(output::table);
    report.others().forEach(output::paragraph);
    for (var candidate : ranked) {
      output.event(PlanEvent.of(job, candidate));
    }
    output.line("");
    output.paragraph(report.conclusion(planner));
    if (file != null) {
      output.note(RunFile.write(job, ranked, file));
    }
    return ExitCode.OK.code();
  }

  private Job job() throws IOException {
    var job = options.job();
    return memory == null ? job : job.on(job.cluster().withMemory((double) memory.bytes()));
  }
}
