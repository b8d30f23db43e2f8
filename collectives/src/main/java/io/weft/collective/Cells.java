package io.weft.collective;

import io.weft.collective.program.Layout;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * One rank's memory cut so finely that every chunk of every bank is a whole number of cells: two
 * places overlap in memory if and only if they have a cell in common. Scratch chunks that share
 * memory share cells; a chunk of length 0 has none.
 */
final class Cells {
  private final Layout layout;
  private final int byteWidth;
  private final ScratchPlan plan;

  /** Where scratch chunks begin and end, ascending. */
  private final long[] edges;

  Cells(Program program, Layout layout, ScratchPlan plan, int byteWidth) {
    this.layout = layout;
    this.byteWidth = byteWidth;
    this.plan = plan;
    this.edges =
        program.steps().stream()
            .flatMap(step -> Access.of(step).all().stream())
            .filter(place -> place.bank() > Place.DATA)
            .flatMapToLong(
                place ->
                    place.chunks().stream().mapToLong(chunk -> plan.offset(place.bank(), chunk)))
            .sorted()
            .distinct()
            .toArray();
  }

  int count() {
    return 2 * layout.chunkCount() + edges.length;
  }

  /** The cells of a place. */
  int[] of(Place place) {
    return place.chunks().stream().flatMap(chunk -> of(place.bank(), chunk)).toArray();
  }

  private IntStream of(int bank, int chunk) {
    long byteCount = layout.length(chunk) * byteWidth;
    if (byteCount == 0) {
      return IntStream.empty();
    }
    return switch (bank) {
      case Place.DATA -> IntStream.of(chunk);
      case Place.INPUT -> IntStream.of(layout.chunkCount() + chunk);
      default -> {
        long from = plan.offset(bank, chunk);
        yield IntStream.range(edge(from), edge(from + byteCount))
            .map(edge -> 2 * layout.chunkCount() + edge);
      }
    };
  }

  /** The first edge that is not before an offset. */
  private int edge(long offset) {
    int found = Arrays.binarySearch(edges, offset);
    return found < 0 ? -found - 1 : found;
  }
}
