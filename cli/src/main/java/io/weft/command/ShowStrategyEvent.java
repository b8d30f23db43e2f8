package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Use;

record ShowStrategyEvent(
    String line,
    String canonical,
    String brief,
    String explanation,
    boolean trains,
    boolean simulates,
    boolean plans)
    implements JsonEvent {

  static ShowStrategyEvent of(String line, Strategy strategy, String explanation) {
    var uses = strategy.uses();
    return new ShowStrategyEvent(
        line,
        strategy.canonical(),
        strategy.brief(),
        explanation,
        uses.contains(Use.TRAIN),
        uses.contains(Use.SIMULATE),
        uses.contains(Use.PLAN));
  }
}
