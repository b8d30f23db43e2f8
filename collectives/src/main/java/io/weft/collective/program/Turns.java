package io.weft.collective.program;

/**
 * Ranks in line, the one with the earliest clock first, of equals the lowest: a binary heap without
 * an object for each, since walks change it several times per message; for the speed see {@code
 * SimulationBenchmark}. A rank is in line once at most. Not for several threads.
 */
final class Turns {
  private final double[] clocks;
  private final int[] ranks;
  private int size;

  Turns(int ranksMost) {
    clocks = new double[ranksMost];
    ranks = new int[ranksMost];
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The clock of the first one. */
  double clock() {
    return clocks[0];
  }

  void add(double clock, int rank) {
    int hole = size++;
    while (hole > 0 && isBefore(clock, rank, (hole - 1) / 2)) {
      move((hole - 1) / 2, hole);
      hole = (hole - 1) / 2;
    }
    set(hole, clock, rank);
  }

  /** Takes the first one out of line. */
  int remove() {
    int first = ranks[0];
    size--;
    sink(clocks[size], ranks[size]);
    return first;
  }

  /** Puts a rank in line and takes the first one out, which may be the same. */
  int exchange(double clock, int rank) {
    if (size == 0 || isBefore(clock, rank, 0)) {
      return rank;
    }
    int first = ranks[0];
    sink(clock, rank);
    return first;
  }

  /** Puts a rank in place of the first one, or as far behind as it belongs. */
  private void sink(double clock, int rank) {
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && isBefore(clocks[child + 1], ranks[child + 1], child)) {
        child++;
      }
      if (isBefore(clock, rank, child)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    set(hole, clock, rank);
  }

  private boolean isBefore(double clock, int rank, int place) {
    return clock < clocks[place] || (clock == clocks[place] && rank < ranks[place]);
  }

  private void move(int from, int to) {
    set(to, clocks[from], ranks[from]);
  }

  private void set(int place, double clock, int rank) {
    clocks[place] = clock;
    ranks[place] = rank;
  }
}
