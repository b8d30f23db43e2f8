package io.weft.command;

import io.weft.cli.Table;
import io.weft.measurement.Benchmark;
import io.weft.measurement.Measurement;
import java.util.List;
import java.util.Locale;

/** The figures of a benchmark in the columns of nccl-tests, and some more. */
final class BenchTable {
  private BenchTable() {}

  static Table of(Benchmark benchmark, int ranks, List<Measurement> results) {
    var table =
        Table.of(
            Table.right("size"),
            Table.right("count"),
            Table.left("type"),
            Table.left("redop"),
            Table.right("root"),
            Table.right("time"),
            Table.right("algbw"),
            Table.right("busbw"),
            Table.right("#wrong"),
            Table.right("p50"),
            Table.right("p99"),
            Table.left("algorithm"));
    var subject = benchmark.subject();
    for (var result : results) {
      table.row(
          Long.toString(result.bytes()),
          Long.toString(result.count()),
          benchmark.type().label(),
          subject.reductionLabel(),
          Integer.toString(subject.root()),
          number(result.medianMicros()),
          number(result.gigabytesPerSecond()),
          number(result.gigabytesPerSecond() * subject.busFactor(ranks)),
          Long.toString(result.wrong()),
          number(result.quantileMicros(0.5)),
          number(result.quantileMicros(0.99)),
          result.algorithm());
    }
    return table;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
  }
}
