package io.weft.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What ranks have been given while samples are dealt out. */
final class Hands {
  private final List<List<Integer>> hands = new ArrayList<>();

  Hands(int ranks) {
    IntStream.range(0, ranks).forEach(_ -> hands.add(new ArrayList<>()));
  }

  /** Gives a rank those of some samples from one place to before another. */
  void give(int rank, int[] samples, int from, int to) {
    for (int at = from; at < to; at++) {
      hands.get(rank).add(samples[at]);
    }
  }

  /** Whoever has nothing takes one sample of the rank with the most, of which the first. */
  void fillEmpty() {
    for (var hand : hands) {
      if (hand.isEmpty()) {
        var most = hands.stream().max(Comparator.comparingInt(List::size)).orElseThrow();
        hand.add(most.removeLast());
      }
    }
  }

  /**
   * The samples of each rank.
   *
   * @param empty what to throw for a rank that has none
   */
  Deal dealt(IntFunction<DataException> empty) {
    for (int rank = 0; rank < hands.size(); rank++) {
      if (hands.get(rank).isEmpty()) {
        throw empty.apply(rank);
      }
    }
    return new Deal(
        hands.stream().map(it -> it.stream().mapToInt(Integer::intValue).toArray()).toList());
  }
}
