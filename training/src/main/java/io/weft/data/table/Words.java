package io.weft.data.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The different texts of a column, each with the line where it came first, up to a limit. */
final class Words {
  private final int most;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Seen> seen = new ArrayList<>();
  private boolean full;

  /**
   * @param line where it came first
   */
  record Seen(String text, long line) {}

  Words(int most) {
    this.most = most;
  }

  /** The number of a text, from 0 on; −1 where there are too many. */
  int number(String text, long line) {
    var known = numbers.get(text);
    if (known != null) {
      return known;
    }
    if (seen.size() == most) {
      full = true;
      return -1;
    }
    numbers.put(text, seen.size());
    seen.add(new Seen(text, line));
    return seen.size() - 1;
  }

  /** Whether there were more than the limit. */
  boolean full() {
    return full;
  }

  List<Seen> seen() {
    return seen;
  }
}
