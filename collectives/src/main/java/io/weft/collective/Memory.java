package io.weft.collective;

import io.weft.collective.program.Layout;
import io.weft.collective.program.Place;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The banks of one rank as real memory.
 *
 * @param input the caller's read-only memory, empty where the operation has none
 * @param data the caller's memory, which begins at element {@code firstElement} of the layout
 */
record Memory(
    Layout layout,
    int byteWidth,
    MemorySegment input,
    MemorySegment data,
    long firstElement,
    ScratchPlan plan,
    MemorySegment scratch) {

  /** The memory of a place, as few segments as possible. */
  MemorySegment[] segments(Place place) {
    var found = new ArrayList<MemorySegment>();
    for (int start = 0; start < place.chunks().size(); ) {
      int end = runEnd(place, start);
      found.add(segment(place, start, end));
      start = end;
    }
    return found.toArray(MemorySegment[]::new);
  }

  /** The memory of several places side by side: each row is one run in all of them. */
  static List<MemorySegment[]> rows(List<Memory> memories, List<Place> places) {
    var rows = new ArrayList<MemorySegment[]>();
    for (int start = 0; start < places.getFirst().chunks().size(); ) {
      int end = Integer.MAX_VALUE;
      for (int i = 0; i < places.size(); i++) {
        end = Math.min(end, memories.get(i).runEnd(places.get(i), start));
      }
      var row = new MemorySegment[places.size()];
      for (int i = 0; i < places.size(); i++) {
        row[i] = memories.get(i).segment(places.get(i), start, end);
      }
      rows.add(row);
      start = end;
    }
    return rows;
  }

  /** One past the last chunk of the place that follows the first without a gap. */
  private int runEnd(Place place, int start) {
    int end = start + 1;
    while (end < place.chunks().size()
        && offset(place, end) == offset(place, end - 1) + byteCount(place, end - 1)) {
      end++;
    }
    return end;
  }

  private MemorySegment segment(Place place, int start, int end) {
    long from = offset(place, start);
    long to = offset(place, end - 1) + byteCount(place, end - 1);
    return bank(place).asSlice(from, to - from);
  }

  private MemorySegment bank(Place place) {
    return switch (place.bank()) {
      case Place.INPUT -> input;
      case Place.DATA -> data;
      default -> scratch;
    };
  }

  private long offset(Place place, int index) {
    int chunk = place.chunks().get(index);
    return switch (place.bank()) {
      case Place.INPUT -> layout.first(chunk) * byteWidth;
      case Place.DATA -> (layout.first(chunk) - firstElement) * byteWidth;
      default -> plan.offset(place.bank(), chunk);
    };
  }

  private long byteCount(Place place, int index) {
    return layout.length(place.chunks().get(index)) * byteWidth;
  }
}
