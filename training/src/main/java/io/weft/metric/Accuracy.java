package io.weft.metric;

/** The part of labels whose class has the highest score. */
public record Accuracy() implements Metric {
  private static final TopK FIRST = new TopK(1);

  @Override
  public String name() {
    return FIRST.name();
  }

  @Override
  public int sums() {
    return FIRST.sums();
  }

  @Override
  public void add(Predictions predictions, double[] sums) {
    FIRST.add(predictions, sums);
  }

  @Override
  public boolean needsClasses() {
    return true;
  }

  @Override
  public double value(double[] sums) {
    return FIRST.value(sums);
  }
}
