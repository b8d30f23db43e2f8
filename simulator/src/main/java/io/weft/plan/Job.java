package io.weft.plan;

import io.weft.cluster.Cluster;
import io.weft.cluster.Overheads;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.model.BucketPlan;
import io.weft.schedule.LocalSteps;
import io.weft.schedule.Schedule;
import io.weft.schedule.graph.Phase;
import io.weft.simulation.CorePools;
import io.weft.simulation.ExchangeCosts;
import io.weft.simulation.MergedBuckets;
import io.weft.simulation.ProgramCosts;
import io.weft.simulation.RingCosts;
import io.weft.simulation.Scenario;
import io.weft.simulation.ServerCosts;
import io.weft.simulation.WireForm;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import io.weft.training.CompressionSettings;
import io.weft.training.StrategySettings;
import io.weft.training.bucket.Grouping;
import io.weft.training.bucket.Pieces;
import io.weft.zoo.Profile;
import io.weft.zoo.StepTimes;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;

/**
 * What is to be trained, and where.
 *
 * @param batch samples of each rank in a step
 * @param work of a step on one rank alone
 * @param timed whether that is known, and not taken from the speed of the cluster
 */
public record Job(
    Profile profile, int batch, Cluster cluster, int ranks, StepTimes work, boolean timed) {
  /** What codecs ask about a run and what does not change how many bytes they send. */
  private static final CompressionSettings.Circumstances STEADY =
      new CompressionSettings.Circumstances(0, 1000, 0.9f);

  public Job {
    cluster.hostsOf(ranks); // refuses what does not fit
    if (batch < 1) {
      throw new IllegalArgumentException("a batch of %d samples: at least 1".formatted(batch));
    }
  }

  /** With the time that was measured, or else that the cluster's speed gives. */
  public static Job of(Profile profile, int batch, Cluster cluster, int ranks) {
    return profile
        .measured()
        .map(
            it ->
                new Job(
                    profile,
                    batch,
                    cluster,
                    ranks,
                    it.times((double) batch / profile.batch()),
                    true))
        .orElseGet(
            () ->
                lasting(
                    profile,
                    batch,
                    cluster,
                    ranks,
                    profile.work() * batch / cluster.operationsPerSecond(),
                    false));
  }

  /** With the time of a step as it is given; where models run on cores, that of one core. */
  public static Job of(Profile profile, int batch, Cluster cluster, int ranks, double seconds) {
    return lasting(profile, batch, cluster, ranks, seconds, true);
  }

  private static Job lasting(
      Profile profile, int batch, Cluster cluster, int ranks, double seconds, boolean timed) {
    double cores = cluster.processors().computing() ? seconds : 0;
    return new Job(profile, batch, cluster, ranks, new StepTimes(seconds, cores, 0), timed);
  }

  /** The same with another number of ranks. */
  Job of(int others) {
    return new Job(profile, batch, cluster, others, work, timed);
  }

  /** The same with other samples of each rank, and a step that is longer by as much. */
  Job withBatch(int samples) {
    return new Job(profile, samples, cluster, ranks, work.times((double) samples / batch), timed);
  }

  /** The same on another cluster. */
  public Job on(Cluster other) {
    return new Job(profile, batch, other, ranks, work, timed);
  }

  /**
   * A strategy as a scenario.
   *
   * @throws IllegalArgumentException naming the terms that cannot be simulated yet, and the nearest
   *     strategy that can
   */
  public Scenario scenario(Strategy strategy) {
    strategy.require(Use.SIMULATE);
    var exchanges = exchanges(strategy);
    return new Scenario(
        profile,
        work,
        schedule(strategy),
        buckets(strategy, exchanges),
        exchanges,
        form(strategy),
        cluster.processors().computing() ? Scenario.Coder.HOST : Scenario.Coder.COMPUTE,
        StrategySettings.isLocal(strategy) ? cores().ofOne() : cores(),
        credit(strategy));
  }

  private CorePools cores() {
    return CorePools.of(cluster, ranks);
  }

  private static long credit(Strategy strategy) {
    return StrategySettings.grouping(strategy) instanceof Grouping.Parts(_, var bytes)
        ? bytes
        : Long.MAX_VALUE;
  }

  private static String name(Strategy strategy, Axis axis) {
    return strategy.term(axis).map(Term::name).orElse("");
  }

  private static Schedule schedule(Strategy strategy) {
    var synchronisation = strategy.term(Axis.SYNCHRONISATION).orElseThrow();
    return switch (synchronisation.name()) {
      case "bsp", "local" -> StrategySettings.schedule(strategy);
      case "local-sgd" -> new LocalSteps((int) synchronisation.whole("period"));
      default -> throw unknown(synchronisation.name());
    };
  }

  /** As ranks begin, or, where they look at their first rounds to merge, as they go on. */
  private Pieces buckets(Strategy strategy, ExchangeCosts exchanges) {
    var grouping = StrategySettings.grouping(strategy);
    return grouping.pieces(
        grouping instanceof Grouping.Merged && ranks > 1
            ? merged(exchanges)
            : grouping.first(profile.parameters()));
  }

  /** The line through the costs of a small and of a large exchange. */
  private BucketPlan merged(ExchangeCosts exchanges) {
    double large = 0x1p26;
    double start = exchanges.of(Phase.ALL_REDUCE_GRADIENTS, 1, 1).seconds();
    double end = exchanges.of(Phase.ALL_REDUCE_GRADIENTS, large, 1).seconds();
    return new MergedBuckets(start, (end - start) / large).plan(profile, work.seconds());
  }

  private ExchangeCosts exchanges(Strategy strategy) {
    if (StrategySettings.isLocal(strategy)) {
      return new RingCosts(cluster, 1); // every rank is alone
    }
    var architecture = strategy.term(Axis.ARCHITECTURE).orElseThrow();
    switch (architecture.name()) {
      case "all-reduce" -> {}
      case "parameter-server" -> {
        boolean home = architecture.term("placement").name().equals("colocated");
        return new ServerCosts(cluster, ranks, (int) architecture.whole("servers"), home);
      }
      default -> throw unknown(architecture.name());
    }
    var collective = name(strategy, Axis.COLLECTIVE);
    if (ranks <= ProgramCosts.RANKS_MOST) {
      Optional<Algorithm> forced =
          collective.equals("auto") || collective.isEmpty()
              ? Optional.empty()
              : Optional.of(Algorithms.named(collective));
      return ProgramCosts.of(cluster, ranks, forced);
    }
    return switch (collective) {
      case "", "auto", "ring" -> new RingCosts(cluster, ranks);
      default ->
          throw new IllegalArgumentException(
              "%s of %d ranks has no closed form yet: choose ring, or at most %d ranks"
                  .formatted(collective, ranks, ProgramCosts.RANKS_MOST));
    };
  }

  private WireForm form(Strategy strategy) {
    var term = strategy.term(Axis.COMPRESSION);
    return ranks == 1 ? WireForm.DENSE : term.map(this::form).orElse(WireForm.DENSE);
  }

  private WireForm form(Term compression) {
    var speed = CodingSpeed.of(compression, cluster);
    var core = CodingSpeed.core(compression);
    return switch (core.name()) {
      case "powersgd" ->
          new LowRankForm(
              (int) core.whole("rank"), core.number("min-rate"), 2, denseBelow(compression), speed);
      case "acp-sgd" ->
          new LowRankForm((int) core.whole("rank"), 1, 1, denseBelow(compression), speed);
      default -> form(CompressionSettings.of(compression, STEADY), speed);
    };
  }

  private static long denseBelow(Term compression) {
    return CompressionSettings.of(compression, STEADY).denseBelowBytes();
  }

  private WireForm form(Compression compression, CodingSpeed speed) {
    return compression.coding() instanceof Coding.Merged merged
        ? new MergedForm(compression, merged, speed, ranks)
        : new CompressedForm(compression, speed, ranks);
  }

  /** Where the time of encoding comes from, in words; empty if nothing is encoded. */
  public Optional<String> encoding(Strategy strategy) {
    return strategy
        .term(Axis.COMPRESSION)
        .filter(_ -> ranks > 1)
        .map(it -> CodingSpeed.of(it, cluster).words());
  }

  /** What of it was neither measured nor said, in a sentence; empty if nothing. */
  Optional<String> assumptions(Strategy strategy) {
    var assumed = new ArrayList<String>();
    if (!timed) {
      assumed.add(
          String.format(
              Locale.ROOT,
              "what a rank computes, by %.0f GFLOP/s of the cluster (--step-ms says better)",
              cluster.operationsPerSecond() * 1e-9));
    }
    strategy
        .term(Axis.COMPRESSION)
        .filter(_ -> ranks > 1)
        .map(it -> CodingSpeed.of(it, cluster))
        .filter(speed -> !speed.measured())
        .ifPresent(_ -> assumed.add("what encoding takes (calibrate the cluster)"));
    return assumed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Assumed, so that no interval can be given for it: "
                + String.join("; ", assumed)
                + ".");
  }

  /** Whether an exchange leaves its link to others before it is done. */
  boolean hasLatencies(Strategy strategy) {
    return exchanges(strategy).of(Phase.ALL_REDUCE_GRADIENTS, 0x1p22, 1).latencySeconds() > 0;
  }

  /** Whether what algorithms the ranks choose is more than what is predicted. */
  boolean isRoughlyRing(Strategy strategy) {
    return ranks > ProgramCosts.RANKS_MOST && name(strategy, Axis.COLLECTIVE).equals("auto");
  }

  private static AssertionError unknown(String term) {
    return new AssertionError("the catalogue lets %s be simulated".formatted(term));
  }

  /** The same on links and overheads that are better by a factor, or worse if it is below 1. */
  Job better(double factor) {
    var links = cluster;
    Overheads overheads = links.overheads().times(1 / factor);
    return on(links.with(links.inside().faster(factor), links.between().faster(factor), overheads));
  }
}
