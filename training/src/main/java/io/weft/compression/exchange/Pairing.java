package io.weft.compression.exchange;

import java.util.stream.IntStream;

/**
 * Who merges with whom, round by round, until all ranks have merged: ranks beyond a power of two
 * first go together with one below it each, which tells them the result in a last round; those
 * below it double at each round between.
 *
 * <p>Steps: ⌈log₂ n⌉ for powers of two, otherwise ⌊log₂ n⌋ + 2.
 */
record Pairing(int ranks) {
  /** The largest power of two that is no more than there are ranks. */
  private int doubling() {
    return Integer.highestOneBit(ranks);
  }

  private int beyond() {
    return ranks - doubling();
  }

  private boolean folds() {
    return beyond() > 0;
  }

  int rounds() {
    return Integer.numberOfTrailingZeros(doubling()) + (folds() ? 2 : 0);
  }

  /** Whether in this round ranks beyond a power of two join others. */
  boolean joins(int round) {
    return folds() && round == 0;
  }

  /** Whether in this round they are told the result. */
  boolean tells(int round) {
    return folds() && round == rounds() - 1;
  }

  /** Whether a rank is one of those, in a round where some are. */
  boolean isBeyond(int rank) {
    return rank >= doubling();
  }

  /** The partner of each rank, itself where it has none. */
  int[] partners(int round) {
    return IntStream.range(0, ranks).map(rank -> partner(round, rank)).toArray();
  }

  private int partner(int round, int rank) {
    if (joins(round) || tells(round)) {
      return isBeyond(rank) ? rank - doubling() : rank < beyond() ? rank + doubling() : rank;
    }
    return isBeyond(rank) ? rank : rank ^ 1 << (round - (folds() ? 1 : 0));
  }
}
