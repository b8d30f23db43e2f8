package io.weft.metric;

/**
 * The harmonic mean of precision and recall, averaged over classes that are labels or predicted.
 */
public record F1(int classes) implements Metric {
  private static final int SUMS_PER_CLASS = 3;

  public F1 {
    if (classes < 2) {
      throw new IllegalArgumentException("f1 of %d classes: give at least 2".formatted(classes));
    }
  }

  @Override
  public String name() {
    return "f1";
  }

  /** For each class: predicted rightly, predicted, and labels. */
  @Override
  public int sums() {
    return Math.multiplyExact(SUMS_PER_CLASS, classes);
  }

  @Override
  public void add(Predictions predictions, double[] sums) {
    if (predictions.width() > classes) {
      throw new IllegalArgumentException(
          "f1 of %d classes, and the model gives %d scores: give f1 as many"
              .formatted(classes, predictions.width()));
    }
    for (int label = 0; label < predictions.count(); label++) {
      int right = predictions.scored(label);
      int predicted = predictions.predicted(label);
      sums[SUMS_PER_CLASS * right] += right == predicted ? 1 : 0;
      sums[SUMS_PER_CLASS * predicted + 1]++;
      sums[SUMS_PER_CLASS * right + 2]++;
    }
  }

  @Override
  public boolean needsClasses() {
    return true;
  }

  @Override
  public double value(double[] sums) {
    double sum = 0;
    int counted = 0;
    for (int at = 0; at < sums.length; at += SUMS_PER_CLASS) {
      double both = sums[at + 1] + sums[at + 2];
      sum += both == 0 ? 0 : 2 * sums[at] / both;
      counted += both == 0 ? 0 : 1;
    }
    return sum / counted;
  }
}
