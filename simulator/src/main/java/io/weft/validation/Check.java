package io.weft.validation;

import java.util.List;
import java.util.Optional;

/**
 * One promise about the error of predictions.
 *
 * @param limitPercent of the mean error; empty where errors are reported and not judged
 * @param worstLimitPercent of every single error; empty where only the mean counts
 */
public record Check(
    String name,
    List<Forecast> forecasts,
    Optional<Double> limitPercent,
    Optional<Double> worstLimitPercent) {
  public Check {
    forecasts = List.copyOf(forecasts);
  }

  /** The mean of the errors without their signs; 0 if there are no rows. */
  public double meanPercent() {
    return forecasts.stream().mapToDouble(it -> Math.abs(it.errorPercent())).average().orElse(0);
  }

  /** The largest error without its sign. */
  public double worstPercent() {
    return forecasts.stream().mapToDouble(it -> Math.abs(it.errorPercent())).max().orElse(0);
  }

  /** What is to be said of it: pass, FAIL, or reported where nothing is judged. */
  public String verdict() {
    boolean judged = limitPercent.isPresent() || worstLimitPercent.isPresent();
    return !judged ? "reported" : pass() ? "pass" : "FAIL";
  }

  public boolean pass() {
    return limitPercent.stream().allMatch(limit -> meanPercent() <= limit)
        && worstLimitPercent.stream().allMatch(limit -> worstPercent() <= limit);
  }
}
