package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.join.Link;
import io.weft.measurement.LinkFit.Sample;
import io.weft.measurement.Subject.Messages.Order;
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

  /** Messages that travel while something is computed. */
  private static final long INTERFERING_BYTES = 1 << 20;

  /** Where the clock of processors is too coarse to see anything. */
  private static final double MICROS_LEAST = 1e-3;

  /**
   * What messages cost.
   *
   * @param time of those that are under way alone
   * @param sustained where they cross each other, as those of collectives do: the time of the
   *     shortest, and the rate of those that are so long that what a link lets through at once, or
   *     a cache holds, does not matter
   * @param processors what it takes of them to send one and to receive another, likewise
   */
  public record Messages(LinkFit time, Link sustained, Link processors) {}

  /** The link between two ranks; all ranks of the communicator call it, and all get it. */
  public Messages link(Communicator communicator, int from, int to, Meter meter) {
    var alone = times(communicator, from, to, meter);
    var crossing = new ArrayList<Sample>();
    var processors = new ArrayList<Sample>();
    for (long size : SIZES) {
      var result =
          checked(new Subject.Messages(from, to, Order.AT_ONCE), communicator, meter, size);
      crossing.add(new Sample(result.bytes(), median(result.blockMicros())));
      double each = Math.max(result.cpuMicrosAllRanks() / 2, MICROS_LEAST);
      processors.add(new Sample(result.bytes(), each));
    }
    return new Messages(LinkFit.of(alone), sustained(crossing), sustained(processors));
  }

  /** Of messages that are under way alone. */
  private List<Sample> times(Communicator communicator, int from, int to, Meter meter) {
    var samples = new ArrayList<Sample>();
    for (long size : SIZES) {
      var result =
          checked(new Subject.Messages(from, to, Order.IN_TURN), communicator, meter, size);
      samples.add(new Sample(result.bytes(), undisturbed(result.blockMicros())));
    }
    return samples;
  }

  static Link sustained(List<Sample> samples) {
    var longest = samples.getLast();
    var next = samples.get(samples.size() - 2);
    double micros = Math.max(longest.micros() - next.micros(), MICROS_LEAST);
    double bytesPerMicro = (longest.bytes() - next.bytes()) / micros;
    return new Link(samples.getFirst().micros(), bytesPerMicro * 1e-3);
  }

  private Measurement checked(Subject subject, Communicator communicator, Meter meter, long size) {
    var result = benchmark(subject).run(communicator, meter, size);
    if (result.wrong() > 0) {
      throw new AssertionError("%d elements of a message are wrong".formatted(result.wrong()));
    }
    return result;
  }

  private Benchmark benchmark(Subject subject) {
    return new Benchmark(
        subject, ElementType.FP32, BufferSource.OWN, Optional.empty(), seconds, false);
  }

  /**
   * How much longer processors compute while messages travel, as a part of the time without; all
   * ranks of the communicator call it, and only the first measures something. What a thread waits
   * for a core is not in it, since its own time of processors is counted.
   */
  public double interference(Communicator communicator, int from, int to, Meter meter) {
    boolean measured = communicator.rank() == from;
    var messages = new Subject.Messages(from, to, Order.IN_TURN);
    double alone = measured ? Interference.alone(seconds) : 0;
    communicator.barrier();
    if (!measured) {
      var _ = checked(messages, communicator, meter, INTERFERING_BYTES);
      return 0;
    }
    double disturbed =
        Interference.during(
            () -> {
              var _ = checked(messages, communicator, meter, INTERFERING_BYTES);
            });
    return Math.max(0, disturbed / alone - 1);
  }

  /** The link between two threads of this process. */
  public LinkFit linkOfThreads() {
    var found = new ArrayList<LinkFit>();
    World.spawn(
        2,
        communicator -> {
          var times = times(communicator, 0, 1, Meter.ofThread(1));
          if (communicator.rank() == 0) {
            found.add(LinkFit.of(times));
          }
        });
    return found.getFirst();
  }

  /** How fast bytes of some type are added to others, in units of 10⁹ bytes a second. */
  public double reductionGigabytesPerSecond(ElementType type) {
    try (var arena = Arena.ofConfined()) {
      var target = arena.allocate(REDUCTION_BYTES, 64);
      var source = arena.allocate(REDUCTION_BYTES, 64);
      var kernels = Kernels.best();
      var nanos = new ArrayList<Double>();
      long end = System.nanoTime() + (long) (4e9 * seconds);
      while (nanos.size() < REDUCTION_ROUNDS_LEAST || System.nanoTime() < end) {
        long start = System.nanoTime();
        kernels.reduce(type, Reduction.SUM, target, target, source);
        nanos.add((double) (System.nanoTime() - start));
      }
      return REDUCTION_BYTES / undisturbed(nanos);
    }
  }

  /** The time that one in four did not exceed: the others had to share the processors. */
  private static double undisturbed(List<Double> times) {
    return times.stream().sorted().toList().get(times.size() / 4);
  }

  private static double median(List<Double> times) {
    return times.stream().sorted().toList().get(times.size() / 2);
  }
}
