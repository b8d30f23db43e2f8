package io.weft.progress;

import java.util.Arrays;

/** Numbers as bars of one character each, the lowest at the bottom and the highest at the top. */
final class Sparkline {
  private static final String BARS = "▁▂▃▄▅▆▇█";

  private Sparkline() {}

  /**
   * Draws numbers.
   *
   * @param width of how many characters at most; of more numbers each shows the mean of several
   */
  static String of(double[] numbers, int width) {
    var finite = Arrays.stream(numbers).filter(Double::isFinite).toArray();
    if (finite.length < 2 || width < 2) {
      return "";
    }
    var means = means(finite, Math.min(width, finite.length));
    double least = Arrays.stream(means).min().orElseThrow();
    double span = Arrays.stream(means).max().orElseThrow() - least;
    var line = new StringBuilder();
    for (double mean : means) {
      double height = span == 0 ? 0 : (mean - least) / span;
      line.append(BARS.charAt((int) Math.round(height * (BARS.length() - 1))));
    }
    return line.toString();
  }

  private static double[] means(double[] numbers, int parts) {
    var means = new double[parts];
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) numbers.length * part / parts);
      int to = (int) ((long) numbers.length * (part + 1) / parts);
      means[part] = Arrays.stream(numbers, from, to).average().orElseThrow();
    }
    return means;
  }
}
