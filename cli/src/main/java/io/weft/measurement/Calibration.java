package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.measurement.LinkFit.Sample;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures what the choice of algorithms depends on: latency and rate of links, rate of reductions.
 *
 * @param seconds about how long each size is measured
 */
public record Calibration(double seconds) {
  /** From 1 KB to 16 MB: below it latency is all, above it the rate. */
  private static final List<Long> SIZES =
      List.of(1L << 10, 1L << 12, 1L << 14, 1L << 16, 1L << 18, 1L << 20, 1L << 22, 1L << 24);

  /** More than caches hold on most machines, so that the rate is that of memory. */
  private static final long REDUCTION_BYTES = 8L << 20;

  private static final int REDUCTION_ROUNDS_LEAST = 15;

  /** The link between two ranks; all ranks of the communicator call it, and all get it. */
  public LinkFit link(Communicator communicator, int from, int to) {
    var send = new Subject.Send(from, to);
    var benchmark =
        new Benchmark(send, ElementType.FP32, BufferSource.OWN, Optional.empty(), seconds, false);
    var meter = Meter.ofThread(1);
    var samples = new ArrayList<Sample>();
    for (long size : SIZES) {
      var result = benchmark.run(communicator, meter, size);
      if (result.wrong() > 0) {
        throw new AssertionError("%d elements of a message are wrong".formatted(result.wrong()));
      }
      samples.add(new Sample(result.bytes(), undisturbed(result.blockMicros())));
    }
    return LinkFit.of(samples);
  }

  /** The link between two threads of this process. */
  public LinkFit linkOfThreads() {
    var found = new ArrayList<LinkFit>();
    World.spawn(
        2,
        communicator -> {
          var link = link(communicator, 0, 1);
          if (communicator.rank() == 0) {
            found.add(link);
          }
        });
    return found.getFirst();
  }

  /** How fast bytes are added to others, in units of 10⁹ bytes a second. */
  public double reductionGigabytesPerSecond() {
    try (var arena = Arena.ofConfined()) {
      var target = arena.allocate(REDUCTION_BYTES, 64);
      var source = arena.allocate(REDUCTION_BYTES, 64);
      var kernels = Kernels.best();
      var nanos = new ArrayList<Double>();
      long end = System.nanoTime() + (long) (4e9 * seconds);
      while (nanos.size() < REDUCTION_ROUNDS_LEAST || System.nanoTime() < end) {
        long start = System.nanoTime();
        kernels.reduce(ElementType.FP32, Reduction.SUM, target, target, source);
        nanos.add((double) (System.nanoTime() - start));
      }
      return REDUCTION_BYTES / undisturbed(nanos);
    }
  }

  /** The time that one in four did not exceed: the others had to share the processors. */
  private static double undisturbed(List<Double> times) {
    return times.stream().sorted().toList().get(times.size() / 4);
  }
}
