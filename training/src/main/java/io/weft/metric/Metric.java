package io.weft.metric;

/** A figure of predictions, from sums over samples. Add your own by implementing it. */
public interface Metric {
  /** As in {@code accuracy}; metrics of a run have different names. */
  String name();

  /** How many sums it keeps. */
  int sums();

  /**
   * Adds what some predictions contribute.
   *
   * @param sums of its own, which begin with 0
   */
  void add(Predictions predictions, double[] sums);

  /** The figure of all samples that the sums are over; not a number where there is none. */
  double value(double[] sums);

  /** Whether it is of classes, so that labels must be some. */
  default boolean needsClasses() {
    return false;
  }

  /** Whether more of it is better. */
  default boolean moreIsBetter() {
    return true;
  }
}
