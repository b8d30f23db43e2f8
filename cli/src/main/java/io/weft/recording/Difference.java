package io.weft.recording;

import java.util.List;
import java.util.stream.Collectors;

/** Where ranks part. */
public sealed interface Difference {
  /** As a sentence. */
  String sentence();

  /** Ranks came to the same operation with different things in mind. */
  record Disagreement(OperationKey key, Side odd, Side usual) implements Difference {
    @Override
    public String sentence() {
      return "%s began %s, and %s began %s"
          .formatted(spoken(odd.ranks), odd.words, spoken(usual.ranks), usual.words);
    }
  }

  /** Ranks of the same mind. */
  record Side(List<Integer> ranks, String words) {}

  /**
   * Some members began an operation and others did not.
   *
   * @param waiting whether those who began it had not ended it
   */
  record Absence(
      OperationKey key, String words, List<Integer> missing, List<Integer> began, boolean waiting)
      implements Difference {
    @Override
    public String sentence() {
      return "%s never began %s, which %s %s"
          .formatted(
              spoken(missing),
              words,
              spoken(began),
              waiting ? (began.size() == 1 ? "was waiting in" : "were waiting in") : "began");
    }
  }

  /** All that the recordings hold is the same. */
  record None(int operations) implements Difference {
    @Override
    public String sentence() {
      return "the recordings do not differ in any of %d operations".formatted(operations);
    }
  }

  /** As in {@code ranks 0, 1, 3}. */
  static String spoken(List<Integer> ranks) {
    var numbers = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ") + numbers;
  }
}
