package io.weft.command;

import io.weft.engine.zoo.Models;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.report.Quantity;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.training.StrategySettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Into which buckets a strategy puts a model, as its ranks begin. */
record ShowBuckets(String model, int count, long largestBytes) {
  /**
   * Empty where nothing is exchanged.
   *
   * @param model the name of one, or how many numbers there are
   */
  static Optional<ShowBuckets> of(Strategy strategy, String model) {
    return strategy
        .term(Axis.SCHEDULE)
        .map(_ -> StrategySettings.grouping(strategy).first(parameters(model)))
        .map(plan -> new ShowBuckets(model, plan.buckets().size(), largest(plan)));
  }

  private static List<Parameter> parameters(String model) {
    if (!model.matches("[0-9]+")) {
      return Models.parameters(model);
    }
    long count = Long.parseLong(model);
    return count == 0
        ? List.of()
        : List.of(new Parameter("vector", List.of(count), List.of(0), true));
  }

  private static long largest(BucketPlan plan) {
    return IntStream.range(0, plan.buckets().size()).mapToLong(plan::bytesOf).max().orElse(0);
  }

  /** As a line of text. */
  String text() {
    return "  buckets of %s: %d, %s %s"
        .formatted(
            model.matches("[0-9]+") ? "the vector" : model,
            count,
            count == 1 ? "which holds all of it," : "the largest",
            Quantity.bytes((double) largestBytes));
  }
}
