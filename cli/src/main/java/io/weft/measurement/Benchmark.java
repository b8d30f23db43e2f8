package io.weft.measurement;

import io.weft.collective.Communicator;
import io.weft.collective.program.Algorithm;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Optional;

/**
 * Measures one subject; every rank calls it, every rank gets the same result.
 *
 * <p>The time is that of blocks of operations one after the other, each block as long as its
 * slowest rank took, as other programs that measure collectives do it. What a single operation
 * takes, from a common start to the end of the slowest rank, is measured afterwards.
 *
 * @param buffers whose memory the operation works on
 * @param algorithm for the operation itself; else the cheapest
 * @param seconds about how long the blocks of one size take together
 * @param spoilt one element is made wrong, to see that it is counted
 */
public record Benchmark(
    Subject subject,
    ElementType type,
    BufferSource buffers,
    Optional<Algorithm> algorithm,
    double seconds,
    boolean spoilt) {
  private static final int BLOCKS = 15;
  private static final int BLOCK_OPERATIONS_MOST = 2000;
  private static final int SINGLES_LEAST = 5;
  private static final int SINGLES_MOST = 20_000;

  /** The warm-up, in times of the measurement, at least, and at most for each rank. */
  private static final double WARM_UP = 2;

  private static final double WARM_UP_MOST = 10;

  /** For how long the compilers of all ranks must have been quiet, in times of the measurement. */
  private static final double QUIET = 1.5;

  /** What is spent on single operations, in times of the measurement. */
  private static final double SINGLES = 0.5;

  /**
   * Measures one size.
   *
   * @param bytes of data on each rank, rounded down to equal blocks of whole elements
   */
  public Measurement run(Communicator communicator, Meter meter, long bytes) {
    int width = type.byteCount();
    long count = bytes / ((long) communicator.ranks() * width) * communicator.ranks();
    var used = algorithm.map(communicator::using).orElse(communicator);
    try (var arena = Arena.ofShared();
        var exercise =
            subject.exercise(
                used, count, length -> buffers.tensor(communicator, type, length, arena))) {
      long wrong = check(communicator, exercise);
      exercise.clear();
      var clock = new Clock(communicator, meter, exercise, subject.share());
      int operations = warmUp(clock, WARM_UP_MOST * communicator.ranks() * seconds * 1e6);
      clock.reset();
      var blocks = new double[BLOCKS];
      for (int block = 0; block < BLOCKS; block++) {
        blocks[block] = clock.block(operations);
      }
      long wire = clock.wireBytesPerRank();
      double cpu = clock.cpuMicrosAllRanks();
      var singles = clock.singles(singles(blocks));
      wrong += check(communicator, exercise);
      long wireTotal = clock.wireBytesTotal();
      communicator.barrier();
      return new Measurement(
          count * width,
          count,
          subject.algorithm(used, type, count),
          Arrays.stream(blocks).sorted().boxed().toList(),
          (long) BLOCKS * operations,
          singles,
          wire,
          wireTotal,
          cpu,
          wrong);
    }
  }

  private long check(Communicator communicator, Exercise exercise) {
    exercise.fill();
    exercise.operate();
    if (spoilt) {
      exercise.spoil();
    }
    long[] wrong = {exercise.wrong()};
    communicator.allReduce(Tensor.of(wrong), Reduction.SUM);
    return wrong[0];
  }

  /**
   * Operates until the JVMs have compiled what there is to compile: that takes thousands of
   * operations, and the compilers take the processors from the ranks.
   *
   * @param mostMicros when that has taken long enough
   * @return how many operations make a block; the same on all ranks, as block times are
   */
  private int warmUp(Clock clock, double mostMicros) {
    double blockMicros = seconds * 1e6 / BLOCKS;
    double spent = 0;
    double quiet = 0;
    int operations = 2;
    do {
      double each = clock.block(operations) / subject.share();
      double took = each * operations;
      spent += took;
      quiet = clock.compiled(took) ? 0 : quiet + took;
      operations = (int) Math.clamp(Math.ceil(blockMicros / each), 1, BLOCK_OPERATIONS_MOST);
    } while (spent < WARM_UP * seconds * 1e6
        || (quiet < QUIET * seconds * 1e6 && spent < mostMicros));
    return operations;
  }

  private int singles(double[] blocks) {
    double each = Arrays.stream(blocks).average().orElseThrow() / subject.share();
    return (int) Math.clamp(SINGLES * seconds * 1e6 / each, SINGLES_LEAST, SINGLES_MOST);
  }
}
