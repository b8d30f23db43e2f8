package io.weft.trainer;

import io.weft.data.Dataset;
import io.weft.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * What training looks at from time to time without learning from it, and what follows from that.
 *
 * <pre>{@code
 * Validation.of(test, Interval.epochs(1))
 *     .metrics(new Accuracy())
 *     .watch("accuracy")
 *     .keepBest()
 *     .stopAfter(5)
 *     .slowAfter(2, 0.1)
 * }</pre>
 *
 * <p>All ranks look at a part of the samples each, and decide alike by what all have seen. After
 * the last step there is always one. Statistics of batches become their mean over ranks before.
 */
public final class Validation {
  final Dataset data;
  final Interval every;
  final List<Metric> metrics = new ArrayList<>();
  boolean keepsBest;

  private String figure = Evaluation.LOSS;
  private OptionalInt stopAfter = OptionalInt.empty();
  private OptionalInt slowAfter = OptionalInt.empty();
  private double slowBy = 1;

  private Validation(Dataset data, Interval every) {
    this.data = data;
    this.every = every;
  }

  /** With samples that are not learnt from. */
  public static Validation of(Dataset data, Interval every) {
    if (data.samples() < 1) {
      throw new IllegalArgumentException(
          "the validation data has no samples: give some, or leave validation(…) out");
    }
    if (every instanceof Interval.Time) {
      throw new IllegalArgumentException(
          "validation by time would come at another step in every run: give steps or epochs");
    }
    return new Validation(data, every);
  }

  /** What is computed beside the loss. */
  public Validation metrics(Metric... more) {
    for (var metric : more) {
      boolean taken = metrics.stream().anyMatch(it -> it.name().equals(metric.name()));
      if (taken || metric.name().equals(Evaluation.LOSS)) {
        throw new IllegalArgumentException(
            "two metrics are called %s: give each once".formatted(metric.name()));
      }
      if (metric.needsClasses() && data.shape().classes().isEmpty()) {
        throw new IllegalArgumentException(
            "%s compares classes, and labels are %s: choose a metric of numbers, such as mae"
                .formatted(metric.name(), data.shape().labels()));
      }
      metrics.add(metric);
    }
    return this;
  }

  /** By which figure validations are compared: the name of a metric; else by {@code loss}. */
  public Validation watch(String figure) {
    this.figure = figure;
    return this;
  }

  /** Keeps a checkpoint of the step with the best figure, in {@code best} in the folder. */
  public Validation keepBest() {
    this.keepsBest = true;
    return this;
  }

  /** Ends training after so many validations without a better figure. */
  public Validation stopAfter(int validations) {
    this.stopAfter = OptionalInt.of(atLeastOne(validations));
    return this;
  }

  /** Multiplies the rate after every so many validations without a better figure. */
  public Validation slowAfter(int validations, double factor) {
    if (!(factor > 0 && factor < 1)) {
      throw new IllegalArgumentException(
          "a rate multiplied by %s does not fall: give more than 0 and less than 1"
              .formatted(factor));
    }
    this.slowAfter = OptionalInt.of(atLeastOne(validations));
    this.slowBy = factor;
    return this;
  }

  private static int atLeastOne(int validations) {
    if (validations < 1) {
      throw new IllegalArgumentException(
          "after %d validations: give at least 1".formatted(validations));
    }
    return validations;
  }

  /** Refuses what is watched and not there, as training does when it begins. */
  public Validation checked() {
    var _ = toWatch();
    return this;
  }

  Watch toWatch() {
    boolean isMetric = metrics.stream().anyMatch(it -> it.name().equals(figure));
    if (!isMetric && !figure.equals(Evaluation.LOSS)) {
      throw new IllegalArgumentException(
          "%s is watched, and there is no such metric: give one of %s".formatted(figure, names()));
    }
    boolean more =
        metrics.stream().filter(it -> it.name().equals(figure)).anyMatch(Metric::moreIsBetter);
    return new Watch(figure, more, stopAfter, slowAfter, slowBy);
  }

  private List<String> names() {
    var names = new ArrayList<>(List.of(Evaluation.LOSS));
    metrics.forEach(metric -> names.add(metric.name()));
    return names;
  }
}
