package io.weft.simulation;

import io.weft.schedule.graph.Task;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The chain of tasks of which each had to wait for the one before: what a step really is. */
final class CriticalPath {
  private enum Kind {
    FORWARD("forward"),
    BACKWARD("backward"),
    EXCHANGE("exchanges"),
    UPDATE("updates");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    static Kind of(Task task) {
      return switch (task) {
        case Task.Forward _ -> FORWARD;
        case Task.Backward _ -> BACKWARD;
        case Task.Transfer _, Task.Agree _ -> EXCHANGE;
        case Task.Update _, Task.Local _, Task.Release _ -> UPDATE;
      };
    }
  }

  private CriticalPath() {}

  /**
   * From one task back to another, or to the time at which that one ended.
   *
   * @param steps of training between them
   */
  static String of(Timetable table, int last, int first, int steps) {
    var seconds = new EnumMap<Kind, Double>(Kind.class);
    int longest = last;
    int exchanges = 0;
    double begin = table.end(first);
    double end = table.end(last);
    for (int at = last; at >= 0 && end > begin; at = table.cause(at)) {
      var kind = Kind.of(table.task(at));
      double from = Math.max(begin, Math.min(table.start(at), end));
      seconds.merge(kind, end - from, Double::sum);
      exchanges += kind == Kind.EXCHANGE ? 1 : 0;
      if (kind == Kind.EXCHANGE && isLonger(table, at, longest)) {
        longest = at;
      }
      end = from;
    }
    seconds.replaceAll((_, sum) -> sum / steps);
    return words(seconds, exchanges, table.task(longest), steps);
  }

  private static boolean isLonger(Timetable table, int at, int longest) {
    return !(table.task(longest) instanceof Task.Transfer)
        || table.cost(at).seconds() > table.cost(longest).seconds();
  }

  private static String words(Map<Kind, Double> seconds, int exchanges, Task longest, int steps) {
    var parts =
        seconds.entrySet().stream()
            .filter(entry -> entry.getValue() > 0)
            .map(entry -> millis(entry.getValue()) + " of " + entry.getKey().label)
            .collect(Collectors.joining(", "));
    var mean = steps == 1 ? "" : ", on the mean of %d steps".formatted(steps);
    return parts
        + mean
        + (exchanges == 0
            ? "; no exchange is waited for"
            : "; of %d exchanges waited for the longest is the %s".formatted(exchanges, longest));
  }

  private static String millis(double seconds) {
    return String.format(Locale.ROOT, "%.1f ms", seconds * 1e3);
  }
}
