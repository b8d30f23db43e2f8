package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.validation.Check;
import io.weft.validation.Report;
import io.weft.validation.Survey;
import io.weft.validation.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares predictions with published measurements. */
@Command(
    name = "validate",
    header = "Compares predictions with published measurements.",
    description = {
      "Fits five constants per network to the calibration rows of the survey of Shi et al. (arXiv"
          + " 2005.13247), predicts all other rows and other published gains, and says which checks"
          + " hold. A file of one's own has the columns"
          + " model,batch_per_gpu,network,method,gpus,samples_per_second; its rows single-gpu"
          + " supply step times, and nothing is fitted."
    },
    footer = {
      "  weft validate",
      "  weft validate --rows --csv rows.csv",
      "  weft validate --report docs/validation.md",
      "  weft validate --published mine.csv"
    })
final class ValidateCommand implements Callable<Integer> {
  private final Output output;

  @Option(
      names = "--published",
      paramLabel = "FILE",
      description = "Other measurements (default: those of the survey).")
  private @Nullable Path file;

  @Option(names = "--rows", description = "Print every row; with --json they always are.")
  private boolean rows;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write every row as CSV, too.")
  private @Nullable Path csv;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a page of Markdown about the published figures.")
  private @Nullable Path report;

  ValidateCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    var checks = checks();
    for (var check : checks) {
      check.forecasts().forEach(it -> output.event(ValidateRowEvent.of(check.name(), it)));
    }
    checks.forEach(check -> output.event(ValidateEvent.of(check)));
    if (rows) {
      output.table(rows(checks));
      output.line("");
    }
    output.table(summary(checks));
    if (csv != null) {
      Files.write(csv, lines(checks));
      output.note("rows in " + csv);
    }
    if (report != null) {
      Files.writeString(report, Report.markdown(checks));
      output.note("report in " + report);
    }
    return ExitCode.OK.code();
  }

  private List<Check> checks() throws IOException {
    if (file == null) {
      return Validation.published();
    }
    if (report != null) {
      throw new IllegalArgumentException("--report is about the survey: leave out --published");
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("there is no file '%s' to compare with".formatted(file));
    }
    return Validation.of(Survey.parse(file.toString(), Files.readAllLines(file)));
  }

  private static List<String> lines(List<Check> checks) {
    var lines = new ArrayList<String>();
    lines.add("check,model,network,method,gpus,expected,predicted,error_percent,excluded");
    for (var check : checks) {
      for (var it : check.forecasts()) {
        var row = it.measured();
        lines.add(
            "\"%s\",\"%s\",%s,\"%s\",%d,%s,%.4f,%.2f,%b"
                .formatted(
                    check.name(),
                    row.model(),
                    row.network(),
                    row.method(),
                    row.gpus(),
                    row.samplesPerSecond(),
                    it.predicted(),
                    it.errorPercent(),
                    check.name().equals("excluded")));
      }
    }
    return lines;
  }

  private static Table summary(List<Check> checks) {
    var table =
        Table.of(
            Table.left("check"),
            Table.right("rows"),
            Table.right("mean error"),
            Table.right("limit"),
            Table.right("worst"),
            Table.right("limit"),
            Table.left("result"));
    for (var check : checks) {
      table.row(
          check.name(),
          Integer.toString(check.forecasts().size()),
          percent(check.meanPercent()),
          check.limitPercent().map(ValidateCommand::percent).orElse("–"),
          percent(check.worstPercent()),
          check.worstLimitPercent().map(ValidateCommand::percent).orElse("–"),
          check.verdict());
    }
    return table;
  }

  private static Table rows(List<Check> checks) {
    var table =
        Table.of(
            Table.left("check"),
            Table.left("model"),
            Table.left("network"),
            Table.left("method"),
            Table.right("GPUs"),
            Table.right("published"),
            Table.right("predicted"),
            Table.right("error"));
    for (var check : checks) {
      for (var it : check.forecasts()) {
        var row = it.measured();
        table.row(
            check.name(),
            row.model(),
            row.network(),
            row.method(),
            Integer.toString(row.gpus()),
            String.format(Locale.ROOT, "%.1f", row.samplesPerSecond()),
            String.format(Locale.ROOT, "%.1f", it.predicted()),
            percent(it.errorPercent()));
      }
    }
    return table;
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.1f %%", value);
  }
}
