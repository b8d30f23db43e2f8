package io.weft.training;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Term;
import java.util.Optional;

/** From a strategy to how ranks train. */
public final class StrategySettings {
  /** What a schedule that has no buckets of its own sends at once. */
  private static final long BUCKET_BYTES = 25L << 20;

  private StrategySettings() {}

  /** Refuses, with what could be written instead, what training does not do yet. */
  public static Settings of(Strategy strategy, int microSteps, Optimizer optimizer, Rate rate) {
    if (!isLocal(strategy)) {
      require(strategy, Axis.SYNCHRONISATION, "bsp");
    }
    require(strategy, Axis.ARCHITECTURE, "all-reduce");
    strategy
        .term(Axis.COMPRESSION)
        .ifPresent(
            term -> {
              throw notYet(strategy, term, "leave it out");
            });
    var term = strategy.term(Axis.SCHEDULE); // None where nothing is exchanged.
    var schedule = term.map(named -> schedule(strategy, named)).orElseGet(Sequential::new);
    long bucketBytes =
        term.filter(named -> named.entry().parameter("bucket") != null)
            .map(named -> named.bytes("bucket"))
            .orElse(BUCKET_BYTES);
    return new Settings(schedule, bucketBytes, microSteps, optimizer, rate, collective(strategy));
  }

  /** Whether every rank trains for itself: its communicator has no other rank. */
  public static boolean isLocal(Strategy strategy) {
    return strategy
        .term(Axis.SYNCHRONISATION)
        .filter(term -> term.name().equals("local"))
        .isPresent();
  }

  private static Schedule schedule(Strategy strategy, Term term) {
    return switch (term.name()) {
      case "sequential" -> new Sequential();
      case "wfbp" -> new WaitFreeBackpropagation();
      case "dear" -> new DecoupledAllReduce();
      default -> throw notYet(strategy, term, "choose sequential, wfbp or dear");
    };
  }

  private static void require(Strategy strategy, Axis axis, String name) {
    strategy
        .term(axis)
        .filter(term -> !term.name().equals(name))
        .ifPresent(
            term -> {
              throw notYet(strategy, term, "choose " + name);
            });
  }

  private static IllegalArgumentException notYet(Strategy strategy, Term term, String instead) {
    return new IllegalArgumentException(
        "strategy \"%s\" cannot be trained with yet, because of %s: %s"
            .formatted(strategy.brief(), term.name(), instead));
  }

  private static Optional<Algorithm> collective(Strategy strategy) {
    return strategy
        .term(Axis.COLLECTIVE)
        .map(Term::name)
        .filter(name -> !name.equals("auto"))
        .map(Algorithms::named);
  }
}
