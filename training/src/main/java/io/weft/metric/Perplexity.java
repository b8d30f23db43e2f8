package io.weft.metric;

/** e to the mean cross-entropy of labels: among how many classes the model seems to guess. */
public record Perplexity() implements Metric {
  @Override
  public String name() {
    return "perplexity";
  }

  @Override
  public int sums() {
    return 2;
  }

  @Override
  public void add(Predictions predictions, double[] sums) {
    for (int label = 0; label < predictions.count(); label++) {
      sums[0] += surprise(predictions, label);
    }
    sums[1] += predictions.count();
  }

  /** −log softmax(scores)[class]. */
  private static double surprise(Predictions predictions, int label) {
    double highest = predictions.score(label, predictions.predicted(label));
    double sum = 0;
    for (int each = 0; each < predictions.width(); each++) {
      sum += Math.exp(predictions.score(label, each) - highest);
    }
    return Math.log(sum) + highest - predictions.score(label, predictions.scored(label));
  }

  @Override
  public boolean needsClasses() {
    return true;
  }

  @Override
  public double value(double[] sums) {
    return Math.exp(sums[0] / sums[1]);
  }

  @Override
  public boolean moreIsBetter() {
    return false;
  }
}
