package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.collective.algorithm.Pairwise;
import io.weft.collective.program.Layout;
import io.weft.optimizer.Shard;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Adasum: two gradients a and b of a parameter become (1 − a·b ÷ 2‖a‖²)·a + (1 − a·b ÷ 2‖b‖²)·b.
 * What is orthogonal is added, what is parallel and alike is averaged. Of n ranks, neighbours are
 * combined first, then neighbouring results, and so on; one without a neighbour waits.
 *
 * <p>Maleki et al., "Scaling Distributed Training with Adaptive Summation", MLSys 2021. There ranks
 * halve their vectors from level to level. Here each first gets its shard of all gradients, so that
 * all levels are local but for the products, and any number of ranks will do: as many bytes.
 *
 * <p>Cost: one all-to-all, then an all-reduce of three numbers per pair and parameter for each of
 * ⌈log₂ n⌉ levels; (n − 1)/n of the gradients on the wire, as for a reduce-scatter.
 */
final class AdaptiveSum {
  /** How many sums a pair has for each parameter: a·b, a·a and b·b. */
  private static final int SUMS = 3;

  private final Communicator communicator;
  private final Shard shard;

  /** What each rank gives to this rank's shard. */
  private List<MemorySegment> vectors;

  private AdaptiveSum(Communicator communicator, Shard shard, List<MemorySegment> vectors) {
    this.communicator = communicator;
    this.shard = shard;
    this.vectors = vectors;
  }

  /**
   * Puts this rank's shard of the sum in its place; the rest of the gradients is lost.
   *
   * @param scale brings this rank's gradient to the scale of the others
   * @param cut the shard of given first element and count
   */
  static void reduceScatter(Tensor gradients, float scale, Cut cut, Communicator communicator) {
    var counts = Layout.split(gradients.count(), communicator.ranks());
    int rank = communicator.rank();
    long first = Arrays.stream(counts).limit(rank).sum();
    try (var arena = Arena.ofShared()) {
      var vectors = exchanged(gradients, scale, counts, communicator, arena);
      var sum = new AdaptiveSum(communicator, cut.shard(first, counts[rank]), vectors);
      while (sum.vectors.size() > 1) {
        sum.level();
      }
      gradients.slice(first, counts[rank]).segment().copyFrom(sum.vectors.getFirst());
    }
  }

  /** Which parameters lie in some elements of the gradients. */
  interface Cut {
    Shard shard(long first, long count);
  }

  /** This rank's shard of every rank's gradients, in rank order. */
  private static List<MemorySegment> exchanged(
      Tensor gradients, float scale, long[] counts, Communicator communicator, Arena arena) {
    long block = Arrays.stream(counts).max().orElse(0);
    long all = block * counts.length;
    var input = Tensor.of(arena.allocate(ValueLayout.JAVA_FLOAT, all), ElementType.FP32);
    var output = Tensor.of(arena.allocate(ValueLayout.JAVA_FLOAT, all), ElementType.FP32);
    long first = 0;
    for (int rank = 0; rank < counts.length; rank++) {
      var target = input.slice(rank * block, counts[rank]).segment();
      target.copyFrom(gradients.slice(first, counts[rank]).segment());
      Floats.scale(target, scale);
      first += counts[rank];
    }
    communicator.using(new Pairwise()).allToAll(input, output);
    var vectors = new ArrayList<MemorySegment>();
    for (int rank = 0; rank < counts.length; rank++) {
      vectors.add(output.slice(rank * block, counts[communicator.rank()]).segment());
    }
    return vectors;
  }

  /** Combines neighbours. */
  private void level() {
    int pairs = vectors.size() / 2;
    var sums = new double[pairs * shard.parameters() * SUMS];
    for (int pair = 0; pair < pairs; pair++) {
      for (var part : shard.parts()) {
        measure(sums, at(pair, part), of(2 * pair, part), of(2 * pair + 1, part));
      }
    }
    communicator.allReduce(Tensor.of(sums), Reduction.SUM);
    var combined = new ArrayList<MemorySegment>();
    for (int pair = 0; pair < pairs; pair++) {
      for (var part : shard.parts()) {
        combine(sums, at(pair, part), of(2 * pair, part), of(2 * pair + 1, part));
      }
      combined.add(vectors.get(2 * pair));
    }
    combined.addAll(vectors.subList(2 * pairs, vectors.size()));
    vectors = combined;
  }

  private int at(int pair, Shard.Part part) {
    return (pair * shard.parameters() + part.place()) * SUMS;
  }

  private MemorySegment of(int vector, Shard.Part part) {
    return vectors.get(vector).asSlice(part.first() * Float.BYTES, part.count() * Float.BYTES);
  }

  private static void measure(double[] sums, int at, MemorySegment a, MemorySegment b) {
    for (long i = 0; i < a.byteSize(); i += Float.BYTES) {
      double left = a.get(ValueLayout.JAVA_FLOAT, i);
      double right = b.get(ValueLayout.JAVA_FLOAT, i);
      sums[at] += left * right;
      sums[at + 1] += left * left;
      sums[at + 2] += right * right;
    }
  }

  /** Leaves the result in the first. */
  private static void combine(double[] sums, int at, MemorySegment a, MemorySegment b) {
    double left = share(sums[at], sums[at + 1]);
    double right = share(sums[at], sums[at + 2]);
    for (long i = 0; i < a.byteSize(); i += Float.BYTES) {
      double sum =
          left * a.get(ValueLayout.JAVA_FLOAT, i) + right * b.get(ValueLayout.JAVA_FLOAT, i);
      a.set(ValueLayout.JAVA_FLOAT, i, (float) sum);
    }
  }

  private static double share(double product, double square) {
    return square == 0 ? 1 : 1 - product / (2 * square);
  }
}
