package io.weft.collective.program;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers in line by pair of ranks, first in, first out; a number is in one line at most. Arrays by
 * pair, since walks ask for them several times per message; for the speed see {@code
 * SimulationBenchmark}. Not for several threads.
 */
final class Lines {
  /** Nothing is in line. */
  static final int NONE = -1;

  /** Who is told of all lines that are not empty. */
  interface Visitor {
    void visit(int from, int to, int first);
  }

  /** The lines of one rank to each of the others. */
  private static final class Row {
    final int[] first;
    final int[] last;

    Row(int ranks) {
      first = new int[ranks];
      last = new int[ranks];
      Arrays.fill(first, NONE);
    }
  }

  /** By rank; null if it has never sent anything. */
  private final @Nullable Row[] rows;

  /** By number: the next one in its line. */
  private int[] next = new int[64];

  Lines(int ranks) {
    rows = new Row[ranks];
  }

  void add(int from, int to, int number) {
    if (number >= next.length) {
      next = Arrays.copyOf(next, 2 * number);
    }
    var row = rows[from];
    if (row == null) {
      row = new Row(rows.length);
      rows[from] = row;
    }
    next[number] = NONE;
    if (row.first[to] == NONE) {
      row.first[to] = number;
    } else {
      next[row.last[to]] = number;
    }
    row.last[to] = number;
  }

  /** The first one in line, or {@link #NONE}. */
  int first(int from, int to) {
    var row = rows[from];
    return row == null ? NONE : row.first[to];
  }

  /** Takes the first one out of line; {@link #NONE} if there is none. */
  int remove(int from, int to) {
    int first = first(from, to);
    var row = rows[from];
    if (first != NONE && row != null) {
      row.first[to] = next[first];
    }
    return first;
  }

  void forEach(Visitor visitor) {
    for (int from = 0; from < rows.length; from++) {
      for (int to = 0; to < rows.length; to++) {
        int first = first(from, to);
        if (first != NONE) {
          visitor.visit(from, to, first);
        }
      }
    }
  }
}
