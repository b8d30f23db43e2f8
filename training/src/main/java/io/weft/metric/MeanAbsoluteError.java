package io.weft.metric;

/** How far numbers that are predicted are from their labels, on average. */
public record MeanAbsoluteError() implements Metric {
  @Override
  public String name() {
    return "mae";
  }

  @Override
  public int sums() {
    return 2;
  }

  @Override
  public void add(Predictions predictions, double[] sums) {
    if (predictions.width() != 1) {
      throw new IllegalArgumentException(
          "mae compares one number with each label, and there are %d: choose accuracy"
              .formatted(predictions.width()));
    }
    for (int label = 0; label < predictions.count(); label++) {
      sums[0] += Math.abs(predictions.score(label, 0) - predictions.numberOf(label));
    }
    sums[1] += predictions.count();
  }

  @Override
  public double value(double[] sums) {
    return sums[0] / sums[1];
  }

  @Override
  public boolean moreIsBetter() {
    return false;
  }
}
