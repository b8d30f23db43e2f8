package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Use;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record ShowStrategyEvent(
    String line,
    String canonical,
    String brief,
    String explanation,
    boolean trains,
    boolean simulates,
    boolean plans,
    @Nullable Integer buckets,
    @Nullable Long largestBucketBytes)
    implements JsonEvent {

  static ShowStrategyEvent of(
      String line, Strategy strategy, String explanation, Optional<ShowBuckets> buckets) {
    var uses = strategy.uses();
    return new ShowStrategyEvent(
        line,
        strategy.canonical(),
        strategy.brief(),
        explanation,
        uses.contains(Use.TRAIN),
        uses.contains(Use.SIMULATE),
        uses.contains(Use.PLAN),
        buckets.map(ShowBuckets::count).orElse(null),
        buckets.map(ShowBuckets::largestBytes).orElse(null));
  }
}
