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

  /**
   * By rank: the first and the last number of its line to each of the others, plus 1, or 0 if it is
   * empty; null if the rank has never sent anything.
   */
  private final int[] @Nullable [] rows;

  /** By number: the next one in its line, plus 1, or 0 if there is none. */
  private int[] next = new int[64];

  Lines(int ranks) {
    rows = new int[ranks][];
  }

  void add(int from, int to, int number) {
    if (number >= next.length) {
      next = Arrays.copyOf(next, 2 * number);
    }
    var row = rows[from];
    if (row == null) {
      row = new int[2 * rows.length];
      rows[from] = row;
    }
    next[number] = 0;
    if (row[2 * to] == 0) {
      row[2 * to] = number + 1;
    } else {
      next[row[2 * to + 1] - 1] = number + 1;
    }
    row[2 * to + 1] = number + 1;
  }

  /** The first one in line, or {@link #NONE}. */
  int first(int from, int to) {
    var row = rows[from];
    return row == null ? NONE : row[2 * to] - 1;
  }

  /** Takes the first one out of line; {@link #NONE} if there is none. */
  int remove(int from, int to) {
    int first = first(from, to);
    var row = rows[from];
    if (first != NONE && row != null) {
      row[2 * to] = next[first];
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
