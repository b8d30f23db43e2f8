package io.weft.command;

import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.measurement.TrainingMeasurement;
import io.weft.report.Quantity;
import io.weft.run.RunTraffic;
import java.util.List;
import java.util.Locale;

/**
 * The figures of training, a row for each turn of a strategy: how fast it was, where the time of
 * exchanges went, and what travelled. Each table fits a terminal of 80 columns.
 */
final class BenchTrainTable {
  private final String model;
  private final int world;
  private final int batch;
  private final Table speed =
      Table.of(
          Table.left("strategy"),
          Table.right("samples/s"),
          Table.right("step ms"),
          Table.right("of floor"),
          Table.right("cpu ms"),
          Table.left("equal"));
  private final Table exchanges =
      Table.of(
          Table.left("strategy"),
          Table.right("waiting ms"),
          Table.right("exposed ms"),
          Table.right("hidden"),
          Table.right("alone ms"),
          Table.right("saved"),
          Table.right("sent/step"));
  private final Table bytes =
      Table.of(
          Table.left("strategy"),
          Table.left("bytes of the turn"),
          Table.right("sent"),
          Table.right("received"));

  BenchTrainTable(String model, int world, int batch) {
    this.model = model;
    this.world = world;
    this.batch = batch;
  }

  /** {@code traffic} is that of the whole turn, with the steps that warm up. */
  void row(String strategy, TrainingMeasurement result, RunTraffic traffic) {
    speed.row(
        strategy,
        number(world * batch / result.stepSeconds()),
        number(result.stepSeconds() * 1e3),
        String.format(
            Locale.ROOT, "%.2f x %.0f ms", overFloor(result), result.floor().seconds() * 1e3),
        number(result.cpuMillisAllRanks()),
        result.replicasEqual() ? "yes" : "no");
    var overlap = result.times().overlap();
    exchanges.row(
        strategy,
        number(overlap.waitingSeconds() * 1e3),
        number(overlap.exposedSeconds() * 1e3),
        Quantity.part(overlap.hidden()),
        number(result.unloaded().exchangeSeconds() * 1e3),
        Quantity.part(result.saved()),
        String.format(Locale.ROOT, "%.2f MB", result.wireBytesPerRank() / 1e6));
    for (var each : traffic.rows()) {
      bytes.row(strategy, each.what(), each.sent(), each.received());
    }
  }

  /** What all turns have in common. */
  String title() {
    return "%s, %d %s, %d samples each in a step"
        .formatted(model, world, world == 1 ? "rank" : "ranks", batch);
  }

  List<Table> tables() {
    return List.of(speed, exchanges, bytes);
  }

  void print(Output output) {
    output.line(title());
    for (var table : tables()) {
      output.line("");
      output.table(table);
    }
  }

  private static double overFloor(TrainingMeasurement result) {
    return result.stepSeconds() / result.floor().seconds();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
  }
}
