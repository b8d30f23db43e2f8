package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** Times an exercise on all ranks at once: each time is that of the slowest rank. */
final class Clock {
  private final Communicator communicator;
  private final Meter meter;
  private final Exercise exercise;
  private final double share;

  private long operations;
  private long wireBytes;
  private long cpuNanosAtReset;
  private long compilerNanos;

  /** {@code share} is the part of the time of one run that counts. */
  Clock(Communicator communicator, Meter meter, Exercise exercise, double share) {
    this.communicator = communicator;
    this.meter = meter;
    this.exercise = exercise;
    this.share = share;
    reset();
  }

  /** Forgets what was spent so far. */
  void reset() {
    operations = 0;
    wireBytes = 0;
    cpuNanosAtReset = meter.cpuNanos().getAsLong();
  }

  /** The time in microseconds of one of so many operations in a row. */
  double block(int count) {
    communicator.barrier();
    long wireBefore = meter.wireBytes().getAsLong();
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      exercise.operate();
    }
    double[] took = {(System.nanoTime() - start) / 1e3 / count * share};
    wireBytes += meter.wireBytes().getAsLong() - wireBefore;
    operations += count;
    communicator.allReduce(Tensor.of(took), Reduction.MAX);
    return took[0];
  }

  /**
   * Whether the compilers of a rank were busy since this was last asked.
   *
   * @param micros how long ago that was
   */
  boolean compiled(double micros) {
    long before = compilerNanos;
    compilerNanos = meter.compilerNanos().getAsLong();
    long[] most = {compilerNanos - before};
    communicator.allReduce(Tensor.of(most), Reduction.MAX);
    return Meter.isCompiling((double) most[0], micros / 1e6);
  }

  /** Bytes per operation since the reset, on the rank that sent most. */
  long wireBytesPerRank() {
    long[] most = {Math.round(wireBytes / (double) operations)};
    communicator.allReduce(Tensor.of(most), Reduction.MAX);
    return most[0];
  }

  /** Bytes since the rank joined, on the rank that sent most. */
  long wireBytesTotal() {
    long[] most = {meter.wireBytes().getAsLong()};
    communicator.allReduce(Tensor.of(most), Reduction.MAX);
    return most[0];
  }

  /** Time of processors per operation since the reset, all ranks added. */
  double cpuMicrosAllRanks() {
    double spent = meter.cpuNanos().getAsLong() - cpuNanosAtReset;
    double[] all = {spent / 1e3 / operations * share};
    communicator.allReduce(Tensor.of(all), Reduction.SUM);
    return all[0];
  }

  /** The times in microseconds of single operations, each begun by all together; ascending. */
  List<Double> singles(int count) {
    var micros = new double[count];
    for (int i = 0; i < count; i++) {
      communicator.barrier();
      long start = System.nanoTime();
      exercise.operate();
      micros[i] = (System.nanoTime() - start) / 1e3 * share;
    }
    communicator.allReduce(Tensor.of(micros), Reduction.MAX);
    return Arrays.stream(micros).sorted().boxed().toList();
  }
}
