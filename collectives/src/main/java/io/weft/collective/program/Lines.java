package io.weft.collective.program;

import java.util.Arrays;

/**
 * Numbers in line by pair of ranks, first in, first out; a number is in one line at most. Not for
 * several threads.
 */
final class Lines {
  /** Nothing is in line. */
  static final int NONE = -1;

  /** Who is told of all lines that are not empty. */
  interface Visitor {
    void visit(int from, int to, int first);
  }

  private static final class Line {
    int first = NONE;
    int last = NONE;
  }

  private final int ranks;
  private final LongTable<Line> lines = new LongTable<>();

  /** By number: the next one in its line. */
  private int[] next = new int[64];

  Lines(int ranks) {
    this.ranks = ranks;
  }

  private Line line(int from, int to) {
    return lines.getOrMake((long) from * ranks + to, Line::new);
  }

  void add(int from, int to, int number) {
    if (number >= next.length) {
      next = Arrays.copyOf(next, 2 * number);
    }
    var line = line(from, to);
    next[number] = NONE;
    if (line.first == NONE) {
      line.first = number;
    } else {
      next[line.last] = number;
    }
    line.last = number;
  }

  /** The first one in line, or {@link #NONE}. */
  int first(int from, int to) {
    return line(from, to).first;
  }

  /** Takes the first one out of a line that is not empty. */
  int remove(int from, int to) {
    var line = line(from, to);
    int first = line.first;
    line.first = next[first];
    return first;
  }

  void forEach(Visitor visitor) {
    lines.forEach(
        (pair, line) -> {
          if (line.first != NONE) {
            visitor.visit((int) (pair / ranks), (int) (pair % ranks), line.first);
          }
        });
  }
}
