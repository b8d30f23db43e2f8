package io.weft.network.shared;

import java.util.Arrays;
import java.util.List;

/** The ranks of a job that share memory, numbered among themselves from 0. */
public final class Neighbours {
  private static final int NONE = -1;

  private final List<Integer> ranks;

  /** By rank of the job, up to the last that shares. */
  private final int[] numbers;

  /**
   * Some ranks of a job.
   *
   * @param ranks ascending; the same on all of them
   */
  public Neighbours(List<Integer> ranks) {
    if (ranks.isEmpty() || !ranks.equals(ranks.stream().distinct().sorted().toList())) {
      throw new IllegalArgumentException("neighbours %s: name some, ascending".formatted(ranks));
    }
    this.ranks = List.copyOf(ranks);
    this.numbers = new int[ranks.getLast() + 1];
    Arrays.fill(numbers, NONE);
    for (int number = 0; number < ranks.size(); number++) {
      numbers[ranks.get(number)] = number;
    }
  }

  /** How many there are. */
  public int count() {
    return ranks.size();
  }

  /** Whether a rank of the job is one of them. */
  public boolean include(int rank) {
    return rank < numbers.length && numbers[rank] != NONE;
  }

  /** The number of a rank that is one of them. */
  public int number(int rank) {
    return numbers[rank];
  }

  /** The rank of a number. */
  public int rank(int number) {
    return ranks.get(number);
  }
}
