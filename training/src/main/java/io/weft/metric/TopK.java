package io.weft.metric;

/** The part of labels whose class is among those with the highest scores. */
public record TopK(int k) implements Metric {
  public TopK {
    if (k < 1) {
      throw new IllegalArgumentException("top-%d: give at least 1".formatted(k));
    }
  }

  @Override
  public String name() {
    return k == 1 ? "accuracy" : "top-" + k;
  }

  @Override
  public int sums() {
    return 2;
  }

  @Override
  public void add(Predictions predictions, double[] sums) {
    for (int label = 0; label < predictions.count(); label++) {
      sums[0] += predictions.placeOf(label) < k ? 1 : 0;
    }
    sums[1] += predictions.count();
  }

  @Override
  public boolean needsClasses() {
    return true;
  }

  @Override
  public double value(double[] sums) {
    return sums[0] / sums[1];
  }
}
