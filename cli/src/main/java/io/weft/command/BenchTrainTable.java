package io.weft.command;

import io.weft.cli.Table;
import io.weft.measurement.TrainingMeasurement;
import io.weft.report.Quantity;
import java.util.Locale;

/** The figures of training in columns, a row for each turn of a strategy. */
final class BenchTrainTable {
  private final String model;
  private final int world;
  private final int batch;
  private final Table table =
      Table.of(
          Table.left("model"),
          Table.left("strategy"),
          Table.right("ranks"),
          Table.right("samples/s"),
          Table.right("step ms"),
          Table.right("of floor"),
          Table.right("waiting ms"),
          Table.right("exposed ms"),
          Table.right("hidden"),
          Table.right("alone ms"),
          Table.right("saved"),
          Table.right("cpu ms"),
          Table.right("sent/rank"),
          Table.left("equal"));

  BenchTrainTable(String model, int world, int batch) {
    this.model = model;
    this.world = world;
    this.batch = batch;
  }

  void row(String strategy, TrainingMeasurement result) {
    var overlap = result.times().overlap();
    table.row(
        model,
        strategy,
        Integer.toString(world),
        number(world * batch / result.stepSeconds()),
        number(result.stepSeconds() * 1e3),
        String.format(
            Locale.ROOT, "%.2f x %.0f ms", overFloor(result), result.floor().seconds() * 1e3),
        number(overlap.waitingSeconds() * 1e3),
        number(overlap.exposedSeconds() * 1e3),
        Quantity.part(overlap.hidden()),
        number(result.unloaded().exchangeSeconds() * 1e3),
        Quantity.part(result.saved()),
        number(result.cpuMillisAllRanks()),
        String.format(Locale.ROOT, "%.2f MB", result.wireBytesPerRank() / 1e6),
        result.replicasEqual() ? "yes" : "no");
  }

  Table table() {
    return table;
  }

  private static double overFloor(TrainingMeasurement result) {
    return result.stepSeconds() / result.floor().seconds();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
  }
}
