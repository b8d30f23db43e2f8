package io.weft.metric;

import io.weft.strategy.line.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Metrics by name, as in {@code accuracy,top-5}. */
public final class MetricNames {
  private static final List<String> NAMES =
      List.of("accuracy", "top-5", "perplexity", "f1", "mae", "none");

  private static final Pattern TOP = Pattern.compile("top-(\\d{1,6})");

  private MetricNames() {}

  /**
   * Those that a text lists.
   *
   * @param classes how many there are; 0 where labels are numbers
   * @throws IllegalArgumentException if there is no such metric, or not for such labels
   */
  public static List<Metric> parse(String text, int classes) {
    var metrics = new ArrayList<Metric>();
    if (!text.strip().equals("none")) {
      for (var name : text.split(",", -1)) {
        metrics.add(of(name.strip(), classes));
      }
    }
    return List.copyOf(metrics);
  }

  private static Metric of(String name, int classes) {
    var top = TOP.matcher(name);
    boolean known = top.matches() || (NAMES.contains(name) && !name.equals("none"));
    if (!known) {
      throw unknown(name);
    }
    if (name.equals("mae") != (classes == 0)) {
      throw new IllegalArgumentException(
          classes == 0
              ? "%s is for classes, and the labels are numbers: choose mae".formatted(name)
              : "mae is for numbers, and the labels are classes: choose accuracy");
    }
    return switch (name) {
      case "accuracy" -> new Accuracy();
      case "perplexity" -> new Perplexity();
      case "f1" -> new F1(classes);
      case "mae" -> new MeanAbsoluteError();
      default -> top(Integer.parseInt(top.group(1)), classes);
    };
  }

  private static Metric top(int k, int classes) {
    if (k >= classes) {
      throw new IllegalArgumentException(
          "top-%d of %d classes is always 1: choose at most top-%d"
              .formatted(k, classes, Math.max(1, classes - 1)));
    }
    return new TopK(k);
  }

  private static IllegalArgumentException unknown(String name) {
    var guess = Nearest.to(name, NAMES).map("did you mean %s? "::formatted).orElse("");
    return new IllegalArgumentException(
        "there is no metric '%s': %sthere are accuracy, top-K, perplexity, f1 and mae, or none"
            .formatted(name, guess));
  }
}
