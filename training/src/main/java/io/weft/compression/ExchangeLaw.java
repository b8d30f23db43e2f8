package io.weft.compression;

import io.weft.compression.ExchangeStep.Joint;
import io.weft.compression.ExchangeStep.Local;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Follows the values of an exchange through its steps and refuses the first that cannot be. */
final class ExchangeLaw {
  /** Whose gradients have gone into a value. */
  private enum Origin {
    NOBODY,
    /** Those of one rank: of each its own where the value is local. */
    ONE,
    EVERYBODY
  }

  private record Value(Holding holding, Origin origin) {}

  private final String exchange;
  private final Goal goal;
  private final Map<String, Value> values = new HashMap<>();
  private int ranks;

  ExchangeLaw(String exchange, Goal goal, Map<String, Holding> memory) {
    this.exchange = exchange;
    this.goal = goal;
    memory.forEach((name, holding) -> make(name, new Value(holding, Origin.NOBODY)));
    boolean local = goal.start() == Holding.LOCAL;
    make(Exchange.INPUT, new Value(goal.start(), local ? Origin.ONE : Origin.EVERYBODY));
  }

  void check(List<ExchangeStep> steps) {
    if (steps.isEmpty()) {
      throw refusal("has no steps: a dense exchange has one");
    }
    for (var step : steps) {
      make(
          step.makes(),
          switch (step) {
            case Local local -> local(local);
            case Joint joint -> joint(joint);
          });
    }
    var last = steps.getLast().makes();
    var end = value(steps.getLast(), last);
    if (end.holding != goal.end()) {
      throw refusal(
          "ends with %s, which %s; its goal %s needs a value that %s"
              .formatted(last, end.holding.sentence(), goal, goal.end().sentence()));
    }
    if (end.origin != Origin.EVERYBODY) {
      throw refusal("ends with %s, in which not every rank has a part".formatted(last));
    }
  }

  private void make(String name, Value value) {
    if (values.putIfAbsent(name, value) != null) {
      throw refusal("makes %s twice: give each value a name of its own".formatted(name));
    }
  }

  private Value value(ExchangeStep step, String name) {
    var value = values.get(name);
    if (value == null) {
      throw refusal("reads %s in %s before it is made".formatted(name, step));
    }
    return value;
  }

  /** Local values stay local, shards stay shards, and what is the same stays the same. */
  private Value local(Local step) {
    var read = step.reads().stream().map(name -> value(step, name)).toList();
    var holding = read.stream().map(Value::holding).min(Enum::compareTo).orElseThrow();
    boolean ownPart = read.stream().anyMatch(value -> value.origin == Origin.ONE);
    boolean all = read.stream().anyMatch(value -> value.origin == Origin.EVERYBODY);
    if (holding == Holding.LOCAL && ownPart) {
      return new Value(holding, Origin.ONE);
    }
    return new Value(holding, all ? Origin.EVERYBODY : ownPart ? Origin.ONE : Origin.NOBODY);
  }

  private Value joint(Joint step) {
    checkRanks(step);
    checkSize(step);
    var read = value(step, step.reads());
    return switch (step.collective().operation()) {
      case ALL_REDUCE -> new Value(Holding.SAME, combined(step, read));
      case REDUCE_SCATTER, ALL_TO_ALL -> new Value(Holding.SHARDED, combined(step, read));
      case ALL_GATHER -> new Value(Holding.SAME, gathered(step, read));
      case BROADCAST -> {
        checkHolding(step, read, Holding.LOCAL);
        yield new Value(Holding.SAME, read.origin);
      }
      case REDUCE, GATHER, SCATTER, BARRIER ->
          throw refusal(
              "uses %s, after which ranks do not hold alike: use all-reduce or reduce-scatter"
                  .formatted(step));
    };
  }

  private Origin combined(Joint step, Value read) {
    checkHolding(step, read, Holding.LOCAL);
    if (read.origin == Origin.EVERYBODY) {
      throw refusal(
          "counts the part of every rank more than once in %s, since %s has them all"
              .formatted(step, step.reads()));
    }
    return read.origin == Origin.ONE ? Origin.EVERYBODY : Origin.NOBODY;
  }

  private Origin gathered(Joint step, Value read) {
    if (read.holding == Holding.SHARDED) {
      return read.origin;
    }
    checkHolding(step, read, Holding.LOCAL);
    return read.origin == Origin.ONE ? Origin.EVERYBODY : read.origin;
  }

  private void checkHolding(Joint step, Value read, Holding due) {
    if (read.holding != due) {
      throw refusal(
          "gives %s to %s, but it %s: give it a value that %s"
              .formatted(step.reads(), step, read.holding.sentence(), due.sentence()));
    }
  }

  private void checkRanks(Joint step) {
    if (ranks != 0 && ranks != step.collective().ranks()) {
      throw refusal(
          "has collectives of %d and of %d ranks: all take part in all"
              .formatted(ranks, step.collective().ranks()));
    }
    ranks = step.collective().ranks();
  }

  private void checkSize(Joint step) {
    if (step.payload().size() instanceof Size.DataDependent(_, _, var decidedBy)
        && value(step, decidedBy).holding != Holding.SAME) {
      throw refusal(
          "lets %s decide the size of %s, but it %s: exchange it first"
              .formatted(decidedBy, step, value(step, decidedBy).holding.sentence()));
    }
  }

  private IllegalArgumentException refusal(String why) {
    return new IllegalArgumentException("exchange " + exchange + " " + why);
  }
}
