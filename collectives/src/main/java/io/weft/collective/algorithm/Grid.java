package io.weft.collective.algorithm;

import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
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
    int place = ranks.indexOf(rank);
    if (collective.operation() != Operation.ALL_GATHER) {
      for (int d = 0; d < sizes.size(); d++) {
        Ring.reduceScatter(program, ring(place, d), at(place, d), blocks(collective, place, d));
      }
    }
    if (collective.operation() != Operation.REDUCE_SCATTER) {
      for (int d = sizes.size() - 1; d >= 0; d--) {
        Ring.allGather(program, ring(place, d), at(place, d), blocks(collective, place, d));
      }
    }
    return program.over(ranks.size());
  }

  /** The coordinate of a place in a dimension. */
  private int at(int place, int dimension) {
    return place / stride(dimension) % sizes.get(dimension);
  }

  private int stride(int dimension) {
    return sizes.subList(0, dimension).stream().reduce(1, (a, b) -> a * b);
  }

  /** The ranks that differ from the one at a place in one coordinate only. */
  private List<Integer> ring(int place, int dimension) {
    int stride = stride(dimension);
    int origin = place - at(place, dimension) * stride;
    return IntStream.range(0, sizes.get(dimension))
        .mapToObj(i -> ranks.get(origin + i * stride))
        .toList();
  }

  /**
   * Block i along a dimension: what the ranks own in the end that have coordinate i there and the
   * coordinates of this place in the dimensions before.
   */
  private IntFunction<List<Chunks>> blocks(Collective collective, int place, int dimension) {
    int stride = stride(dimension);
    int span = stride * sizes.get(dimension);
    return i ->
        List.of(
            Chunks.of(
                IntStream.range(0, ranks.size() / span)
                    .map(outer -> chunk(collective, place % stride + i * stride + outer * span))
                    .sorted()
                    .toArray()));
  }

  /**
   * The chunk that the rank at a place owns in the end. Where the operation leaves it open, numbers
   * are dealt so that every block along every dimension is one run of memory.
   */
  private int chunk(Collective collective, int place) {
    if (collective.operation().blocked()) {
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
