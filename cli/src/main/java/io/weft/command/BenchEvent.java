package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.measurement.Benchmark;
import io.weft.measurement.Measurement;
import io.weft.measurement.Subject;

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
    String buffers,
    long iterations,
    double medianUs,
    double minUs,
    double maxUs,
    double p50Us,
    double p99Us,
    double algbwGBps,
    double busbwGBps,
    long wireBytesPerRank,
    long wireBytesTotal,
    double cpuUsAllRanks,
    long wrong,
    boolean correct)
    implements JsonEvent {

  static BenchEvent of(
      Benchmark benchmark, TransportName transport, int ranks, Measurement result) {
    double rate = result.gigabytesPerSecond();
    return new BenchEvent(
        name(benchmark.subject()),
        "weft",
        ranks,
        result.bytes(),
        result.count(),
        benchmark.type().label(),
        benchmark.subject().reductionLabel(),
        transport.toString(),
        result.algorithm(),
        benchmark.buffers().toString(),
        result.operations(),
        result.medianMicros(),
        result.blockMicros().getFirst(),
        result.blockMicros().getLast(),
        result.quantileMicros(0.5),
        result.quantileMicros(0.99),
        rate,
        rate * benchmark.subject().busFactor(ranks),
        result.wireBytesPerRank(),
        result.wireBytesTotal(),
        result.cpuMicrosAllRanks(),
        result.wrong(),
        result.wrong() == 0);
  }

  /** As other programs that measure collectives name them. */
  private static String name(Subject subject) {
    String label = subject.label();
    return label.equals("all-reduce") ? "allreduce" : label.replace('-', '_');
  }
}
