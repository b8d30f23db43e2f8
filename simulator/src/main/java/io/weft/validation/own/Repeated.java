package io.weft.validation.own;

import java.util.List;

/** A measurement that was repeated. */
public record Repeated(List<Double> seconds) {
  /** By degrees of freedom: how many standard errors are 95 % of Student's distribution. */
  private static final List<Double> STUDENT =
      List.of(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262);

  private static final double MANY = 2.0;

  public Repeated {
    seconds = List.copyOf(seconds);
    if (seconds.isEmpty() || seconds.stream().anyMatch(it -> !(it > 0) || it.isInfinite())) {
      throw new IllegalArgumentException(
          "steps of %s s: at least one, and all above 0".formatted(seconds));
    }
  }

  public double mean() {
    return seconds.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /**
   * Half the width of the 95 % interval of the mean; infinite for a single one, which says nothing
   * about that.
   */
  public double halfWidth() {
    int freedom = seconds.size() - 1;
    if (freedom == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double mean = mean();
    double squares = seconds.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
    double student = freedom <= STUDENT.size() ? STUDENT.get(freedom - 1) : MANY;
    return student * Math.sqrt(squares / freedom / seconds.size());
  }

  /** How far the longest is above the shortest, in parts of that. */
  double spread() {
    var ordered = seconds.stream().sorted().toList();
    return ordered.getLast() / ordered.getFirst() - 1;
  }

  /** Whether the intervals of two do not overlap, and this one is the lower. */
  boolean isBelow(Repeated other) {
    return mean() + halfWidth() < other.mean() - other.halfWidth();
  }
}
