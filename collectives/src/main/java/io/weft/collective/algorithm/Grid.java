package io.weft.collective.algorithm;

import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Ranks laid out in a box of several dimensions, and collectives that run a ring along one
 * dimension after the other: reduce-scatter along dimension 0, then along dimension 1 on what is
 * left, and so on; all-gather in the opposite order.
 *
 * @param sizes the extent of each dimension
 * @param ranks the rank at each place, dimension 0 varying fastest
 */
record Grid(List<Integer> sizes, List<Integer> ranks) {
  Grid {
    sizes = List.copyOf(sizes);
    ranks = List.copyOf(ranks);
    if (sizes.stream().reduce(1, (a, b) -> a * b) != ranks.size()) {
      throw new AssertionError("a grid of " + sizes + " for " + ranks.size() + " ranks");
    }
  }

  /** Ranks 0 to n−1 in order. */
  static List<Integer> line(int ranks) {
    return IntStream.range(0, ranks).boxed().toList();
  }

  Program program(Collective collective, String algorithm, int rank) {
    var program = new ProgramBuilder(collective, algorithm, rank);
    if (collective.operation() != Operation.ALL_GATHER) {
      for (int dimension = 0; dimension < sizes.size(); dimension++) {
        Ring.reduceScatter(
            program, ringOf(rank, dimension), at(rank, dimension), blocks(program, dimension));
      }
    }
    if (collective.operation() != Operation.REDUCE_SCATTER) {
      for (int dimension = sizes.size() - 1; dimension >= 0; dimension--) {
        Ring.allGather(
            program, ringOf(rank, dimension), at(rank, dimension), blocks(program, dimension));
      }
    }
    return program.over(ranks.size());
  }

  /** The coordinate of a rank in a dimension. */
  private int at(int rank, int dimension) {
    return ranks.indexOf(rank) / stride(dimension) % sizes.get(dimension);
  }

  private int stride(int dimension) {
    return sizes.subList(0, dimension).stream().reduce(1, (a, b) -> a * b);
  }

  /** The ranks that differ from this one in one coordinate only. */
  private List<Integer> ringOf(int rank, int dimension) {
    int origin = ranks.indexOf(rank) - at(rank, dimension) * stride(dimension);
    return IntStream.range(0, sizes.get(dimension))
        .mapToObj(i -> ranks.get(origin + i * stride(dimension)))
        .toList();
  }

  /** Block i along a dimension: what the ranks with coordinate i there will own in the end. */
  private IntFunction<Chunks> blocks(ProgramBuilder program, int dimension) {
    int place = ranks.indexOf(program.rank());
    int stride = stride(dimension);
    int size = sizes.get(dimension);
    return i -> {
      var owned = new ArrayList<Integer>();
      for (int outer = 0; outer < ranks.size() / (stride * size); outer++) {
        owned.add(chunkOf(program, place % stride + i * stride + outer * stride * size));
      }
      return Chunks.of(owned.stream().mapToInt(Integer::intValue).sorted().toArray());
    };
  }

  /**
   * The chunk that the rank at a place owns in the end. Where the operation leaves it open, numbers
   * are dealt so that every block along every dimension is one run of memory.
   */
  private int chunkOf(ProgramBuilder program, int place) {
    if (program.collective().operation().blocked()) {
      return ranks.get(place);
    }
    int chunk = 0;
    int rest = place;
    for (int size : sizes) {
      chunk = chunk * size + rest % size;
      rest /= size;
    }
    return chunk;
  }
}
