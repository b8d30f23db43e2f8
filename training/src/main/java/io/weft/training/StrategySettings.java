package io.weft.training;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.DecoupledAllReduce.Gathered;
import io.weft.schedule.FullySharded;
import io.weft.schedule.MergedPropagation;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.ShardedUpdates;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import io.weft.strategy.term.Value;
import io.weft.training.CompressionSettings.Circumstances;
import io.weft.training.bucket.Grouping;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** From a strategy to how ranks train. */
public final class StrategySettings {
  /** What a schedule sends at most at once where the line does not say. */
  private static final long BUCKET_BYTES = 25L << 20;

  /** Where nobody says how many an epoch has. */
  public static final long STEPS_PER_EPOCH = 100;

  private StrategySettings() {}

  /** With random numbers of compressions by seed 0, and epochs of 100 steps. */
  public static Settings of(Strategy strategy, int microSteps, Optimizer optimizer, Rate rate) {
    return of(strategy, microSteps, optimizer, rate, 0, STEPS_PER_EPOCH);
  }

  /**
   * Refuses, with what could be written instead, what training does not do yet: the catalogue says
   * what that is.
   *
   * @param seed of the random numbers of compressions
   * @param stepsPerEpoch for compressions that begin gently
   */
  public static Settings of(
      Strategy strategy,
      int microSteps,
      Optimizer optimizer,
      Rate rate,
      long seed,
      long stepsPerEpoch) {
    if (!isLocal(strategy)) { // what ranks do without any other, as a baseline
      strategy.require(Use.TRAIN);
    }
    var compression = strategy.term(Axis.COMPRESSION);
    var fused =
        compression.map(it -> Fused.of(it, optimizer)).orElseGet(() -> new Fused(optimizer));
    var run =
        new Circumstances(seed, stepsPerEpoch, fused.momentum(), fused.beta1(), fused.beta2());
    return new Settings(
        schedule(strategy),
        grouping(strategy),
        microSteps,
        fused.optimizer(),
        rate,
        collective(strategy),
        OptionalDouble.empty(),
        Combining.MEAN,
        compression.map(it -> CompressionSettings.of(it, run)),
        List.of());
  }

  /** Whether every rank trains for itself: its communicator has no other rank. */
  public static boolean isLocal(Strategy strategy) {
    return strategy
        .term(Axis.SYNCHRONISATION)
        .filter(term -> term.name().equals("local"))
        .isPresent();
  }

  /** In what order exchanges happen; none do where every rank trains for itself. */
  public static Schedule schedule(Strategy strategy) {
    boolean compressed = strategy.term(Axis.COMPRESSION).isPresent();
    return strategy
        .term(Axis.SCHEDULE)
        .map(term -> schedule(term, compressed))
        .orElseGet(Sequential::new);
  }

  private static Schedule schedule(Term term, boolean compressed) {
    return switch (term.name()) {
      case "sequential" -> new Sequential();
      case "wfbp" -> new WaitFreeBackpropagation();
      case "mg-wfbp" -> new MergedPropagation();
      case "priority" -> new PriorityPropagation();
      case "dear" -> new DecoupledAllReduce(compressed ? Gathered.GRADIENTS : Gathered.PARAMETERS);
      case "sharded" -> sharded((int) term.whole("stage"));
      default -> throw new AssertionError("no schedule for " + term.name());
    };
  }

  private static Schedule sharded(int stage) {
    return stage == 3 ? new FullySharded() : new ShardedUpdates(stage);
  }

  /** What travels together. */
  public static Grouping grouping(Strategy strategy) {
    return strategy
        .term(Axis.SCHEDULE)
        .map(StrategySettings::grouping)
        .orElse(new Grouping.Fitting(BUCKET_BYTES));
  }

  private static Grouping grouping(Term term) {
    return switch (term.name()) {
      case "mg-wfbp" -> new Grouping.Merged();
      case "priority" -> new Grouping.Parts(term.bytes("partition"), term.bytes("credit"));
      case "wfbp" -> new Grouping.AsReady(term.bytes("bucket"));
      case "dear" ->
          term.value("bucket") instanceof Value.Size(long bytes)
              ? new Grouping.Fixed(bytes)
              : new Grouping.Fitting(BUCKET_BYTES);
      default -> new Grouping.Fitting(BUCKET_BYTES);
    };
  }

  private static Optional<Algorithm> collective(Strategy strategy) {
    return strategy
        .term(Axis.COLLECTIVE)
        .map(Term::name)
        .filter(name -> !name.equals("auto"))
        .map(Algorithms::named);
  }
}
