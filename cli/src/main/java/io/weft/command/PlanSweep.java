package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.plan.Job;
import io.weft.plan.Regions;
import io.weft.plan.Sweep;
import io.weft.report.Quantity;
import io.weft.report.RegionsPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says which strategy wins where one thing is varied. */
record PlanSweep(Output output, @Nullable Path plot) {
  int run(Job job, boolean lossy, Sweep sweep) throws IOException {
    var regions = Regions.of(job, lossy, sweep);
    output.table(table(regions));
    for (var point : regions.points()) {
      output.event(PlanSweepEvent.of(job, sweep, point));
    }
    if (plot != null) {
      Files.writeString(plot, drawn(job, regions));
      output.note("plot in " + plot);
    }
    return ExitCode.OK.code();
  }

  private static Table table(Regions regions) {
    var table =
        Table.of(
            Table.right("from"), Table.right("to"), Table.left("fastest"), Table.right("step"));
    for (var region : regions.regions()) {
      double seconds =
          regions.points().stream()
              .filter(point -> point.value() >= region.from())
              .findFirst()
              .orElseThrow()
              .winner()
              .seconds();
      table.row(
          RegionsPage.value(regions, region.from()),
          RegionsPage.value(regions, region.to()),
          PlanReport.name(region.winner()),
          Quantity.seconds(seconds));
    }
    return table;
  }

  private static String drawn(Job job, Regions regions) {
    var quantity = regions.sweep().quantity();
    var title =
        "Which strategy is fastest: %s on %s".formatted(job.profile().name(), job.cluster().name());
    var summary =
        "Step times over %s, the fastest by events; %d ranks with %d samples each, unless varied."
            .formatted(quantity.name().toLowerCase(Locale.ROOT), job.ranks(), job.batch());
    return RegionsPage.html(title, summary, regions);
  }
}
