package io.weft.run;

import io.weft.trainer.Evaluation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a metric has given; nothing if it is not finite. */
public record Figure(String name, @Nullable Double value) {
  /** Those of a validation, in their order. */
  public static List<Figure> all(Evaluation seen) {
    return all(seen.metrics());
  }

  /** By name. */
  public static List<Figure> all(Map<String, Double> figures) {
    return figures.entrySet().stream()
        .map(each -> new Figure(each.getKey(), known(each.getValue())))
        .toList();
  }

  /** JSON has no word for a number that is none. */
  public static @Nullable Double known(double number) {
    return Double.isFinite(number) ? number : null;
  }

  public String words() {
    return value == null ? "none that is finite" : String.format(Locale.ROOT, "%.3f", value);
  }
}
