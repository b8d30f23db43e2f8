package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.collective.program.Operation;
import io.weft.measurement.CollectiveBenchmark;
import io.weft.measurement.CollectiveBenchmark.Result;

record BenchEvent(
    String bench,
    String peer,
    int world,
    long bytes,
    long count,
    String type,
    String reduction,
    String transport,
    String algorithm,
    int iterations,
    double medianUs,
    double minUs,
    double maxUs,
    double p50Us,
    double p99Us,
    double algbwGBps,
    double busbwGBps,
    long wrong,
    boolean correct)
    implements JsonEvent {

  static BenchEvent of(CollectiveBenchmark benchmark, int ranks, Result result) {
    double median = result.quantile(0.5);
    double algbw = result.bytes() / (median * 1e3);
    return new BenchEvent(
        name(benchmark.operation()),
        "weft",
        ranks,
        result.bytes(),
        result.count(),
        benchmark.type().label(),
        benchmark.reduction().label(),
        "local",
        result.algorithm(),
        result.micros().size(),
        median,
        result.quantile(0),
        result.quantile(1),
        median,
        result.quantile(0.99),
        algbw,
        algbw * busFactor(benchmark.operation(), ranks),
        result.wrong(),
        result.wrong() == 0);
  }

  /** As other programs that measure collectives name them. */
  private static String name(Operation operation) {
    return operation == Operation.ALL_REDUCE ? "allreduce" : operation.label().replace('-', '_');
  }

  /** What each link must carry per byte of data at least. */
  static double busFactor(Operation operation, int ranks) {
    double share = (ranks - 1) / (double) ranks;
    return switch (operation) {
      case ALL_REDUCE -> 2 * share;
      case REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL, GATHER, SCATTER -> share;
      case BROADCAST, REDUCE -> 1;
      case BARRIER -> 0;
    };
  }
}
