package io.weft.run;

import io.weft.data.Dataset;
import io.weft.data.HoldOut;
import io.weft.metric.Metric;
import io.weft.metric.MetricNames;
import io.weft.trainer.Interval;
import io.weft.trainer.Length;
import io.weft.trainer.Validation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * With what a run is validated, and what follows from that.
 *
 * @param data samples that are not learnt from; else some of those that are given are held out
 * @param every when; else four times in the run, or after every epoch
 * @param metrics by name; else what is usual for the data
 * @param watched by which figure validations are compared; else by the loss
 * @param keepsBest whether there is a checkpoint of the best
 * @param stopAfter how many without a better one end the run, if it may end early
 * @param slowing when the rate is lowered, if it is
 */
public record Validating(
    Optional<Path> data,
    HoldOut heldOut,
    Optional<Interval> every,
    Optional<String> metrics,
    Optional<String> watched,
    boolean keepsBest,
    OptionalInt stopAfter,
    Optional<Slowing> slowing) {
  private static final int TIMES = 4;

  /**
   * The rate is multiplied by a factor below 1 when nothing becomes better.
   *
   * @param validations how many without a better one it takes
   */
  public record Slowing(int validations, double factor) {}

  /** What is usual, with some samples of the data. */
  public static Validating of(HoldOut heldOut) {
    return new Validating(
        Optional.empty(),
        heldOut,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        OptionalInt.empty(),
        Optional.empty());
  }

  /** Looks at samples in the course of a run that is so long. */
  Validation validation(Dataset samples, Length length) {
    var validation =
        Validation.of(samples, every.orElseGet(() -> usual(length)))
            .metrics(metrics(samples).toArray(Metric[]::new));
    watched.ifPresent(validation::watch);
    stopAfter.ifPresent(validation::stopAfter);
    slowing.ifPresent(how -> validation.slowAfter(how.validations(), how.factor()));
    return (keepsBest ? validation.keepBest() : validation).checked();
  }

  private static Interval usual(Length length) {
    return switch (length) {
      case Length.Steps(var count) -> Interval.steps(Math.ceilDiv(count, TIMES));
      case Length.Epochs _ -> Interval.epochs(1);
      case Length.Time _ -> Interval.epochs(1);
    };
  }

  private List<Metric> metrics(Dataset samples) {
    return MetricNames.parse(
        metrics.orElseGet(() -> usual(samples)), samples.shape().classes().orElse(0));
  }

  static String usual(Dataset samples) {
    var shape = samples.shape();
    return shape.hasOneClass() ? "accuracy" : shape.classes().isPresent() ? "perplexity" : "mae";
  }

  /** What checkpoints say of samples that are held out. */
  String heldOut(long seed) {
    return data.isPresent() ? "nothing" : "%s by seed %d".formatted(heldOut, seed);
  }

  /** All that ranks must have been told alike, in words. */
  String description() {
    return Stream.of(
            data.<Object>map(it -> it).orElse(heldOut),
            every,
            metrics,
            watched,
            keepsBest,
            stopAfter,
            slowing)
        .map(String::valueOf)
        .reduce("validated with", (all, next) -> all + " " + next);
  }
}
