package io.weft.command;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.file.BoundedFile;
import io.weft.validation.Check;
import io.weft.validation.Report;
import io.weft.validation.Survey;
import io.weft.validation.Validation;
import io.weft.validation.own.OwnComparison;
import io.weft.validation.own.OwnFile;
import io.weft.validation.own.OwnReport;
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

/** Compares predictions with measurements, published ones or our own. */
@Command(
    name = "validate",
    header = "Compares predictions with measurements.",
    description = {
      "Fits five constants per network to the calibration rows of the survey of Shi et al. (arXiv"
          + " 2005.13247), predicts all other rows and other published gains, and says which checks"
          + " hold. A file of one's own has the columns"
          + " model,batch_per_gpu,network,method,gpus,samples_per_second; its rows single-gpu"
          + " supply step times, and nothing is fitted.",
      "Our own runs are predicted from a calibrated cluster and profiles of one rank, then run by"
          + " lab/ourselves.sh, and then compared; those in lab/ourselves of the project are"
          + " compared whenever no files are given."
    },
    footer = {
      "  weft validate",
      "  weft validate --rows --csv rows.csv",
      "  weft validate --report docs/validation.md",
      "  weft validate --published mine.csv",
      "  weft validate --predict own.csv --cluster 200mbit.yaml --cluster 1gbit.yaml \\",
      "    --model sim.yaml --model mlp.yaml",
      "  weft validate --predicted own.csv --measured measured.csv"
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
      description = "Write a page of Markdown about the published figures and lab/ourselves.")
  private @Nullable Path report;

  @Option(
      names = "--predict",
      paramLabel = "FILE",
      description = "Predict our own runs, write them there, and compare nothing.")
  private @Nullable Path predict;

  @Option(
      names = "--cluster",
      paramLabel = "FILE",
      description = "For --predict: where they run; named after the rate of its links.")
  private List<String> clusters = new ArrayList<>();

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "For --predict: a file of weft profile.")
  private List<Path> models = new ArrayList<>();

  @Option(
      names = "--predicted",
      paramLabel = "FILE",
      description = "What --predict wrote before the runs of --measured.")
  private @Nullable Path predicted;

  @Option(
      names = "--measured",
      paramLabel = "FILE",
      description =
          "What lab/ourselves.sh wrote; compared with --predicted, and with nothing else.")
  private @Nullable Path measured;

  ValidateCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    var own = new ValidateOwn(output);
    if (predict != null) {
      own.predict(clusters, models, predict);
      return ExitCode.OK.code();
    }
    if (!clusters.isEmpty() || !models.isEmpty()) {
      throw new IllegalArgumentException("--cluster and --model go with --predict: give it too");
    }
    int failed;
    if (predicted == null && measured == null) {
      failed = compare(own);
    } else if (predicted == null || measured == null || file != null || report != null) {
      throw new IllegalArgumentException(
          "our own runs need --predicted and --measured, and no --published or --report");
    } else {
      var comparison = new OwnComparison(OwnFile.read(predicted), OwnFile.read(measured));
      report(comparison.checks());
      own.report(comparison);
      failed = failed(comparison.checks()) + comparison.failures();
    }
    if (failed > 0) {
      throw new CommandFailedException(
          ExitCode.CHECK_FAILED,
          "%d %s FAIL: predictions miss what was measured by more than is promised"
              .formatted(failed, failed == 1 ? "check says" : "checks say"));
    }
    return ExitCode.OK.code();
  }

  private static int failed(List<Check> checks) {
    return (int) checks.stream().filter(check -> !check.pass()).count();
  }

  /** How many checks say FAIL. */
  private int compare(ValidateOwn own) throws IOException {
    var checks = checks();
    if (file != null) {
      report(checks);
      return failed(checks);
    }
    var kept = ValidateOwn.kept(ThisProject.root());
    var all = new ArrayList<>(checks);
    kept.ifPresent(it -> all.addAll(it.checks()));
    report(all);
    kept.ifPresentOrElse(own::report, own::reportMissing);
    if (report != null) {
      var page = Report.markdown(checks) + kept.map(it -> "\n" + OwnReport.markdown(it)).orElse("");
      Files.writeString(report, page);
      output.note("report in " + report);
    }
    return failed(all) + kept.map(OwnComparison::failures).orElse(0);
  }

  private void report(List<Check> checks) throws IOException {
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
    return Validation.of(Survey.parse(file.toString(), BoundedFile.writtenLines(file)));
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
            Table.right("ranks"),
            Table.right("expected"),
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
