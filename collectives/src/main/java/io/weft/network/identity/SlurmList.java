package io.weft.network.identity;

import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The two shortened lists of Slurm: nodes {@code gpu[07-09,12],cpu1} and counts {@code 4(x2),3}.
 */
final class SlurmList {
  private static final Pattern FIRST_NODE =
      Pattern.compile("(?<prefix>[^,\\[\\]]*)(\\[(?<number>\\d+)[^\\]]*\\](?<suffix>[^,]*))?.*");

  private static final Pattern COUNT =
      Pattern.compile("(?<count>\\d{1,9})(\\(x(?<times>\\d{1,9})\\))?");

  private SlurmList() {}

  /**
   * The first node of a list, on which Slurm starts task 0; null if the list is none of Slurm's.
   */
  static @Nullable String firstNode(String list) {
    var parts = FIRST_NODE.matcher(list);
    if (!parts.matches()) {
      return null;
    }
    String number = parts.group("number");
    String name =
        number == null
            ? parts.group("prefix")
            : parts.group("prefix") + number + parts.group("suffix");
    return name.isBlank() || name.contains("[") ? null : name;
  }

  /** How many tasks a node has, counting nodes from 0; empty if the list does not say. */
  static OptionalInt tasksOf(int node, String list) {
    long passed = 0;
    for (String part : list.split(",", -1)) {
      var count = COUNT.matcher(part);
      if (!count.matches()) {
        return OptionalInt.empty();
      }
      passed += count.group("times") == null ? 1 : Integer.parseInt(count.group("times"));
      if (node < passed) {
        return OptionalInt.of(Integer.parseInt(count.group("count")));
      }
    }
    return OptionalInt.empty();
  }
}
