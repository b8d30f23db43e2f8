package io.weft.plan;

import io.weft.simulation.ClosedForm;
import io.weft.strategy.Strategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Ranks strategies: all of them in closed form, the best of them by events. */
public final class Planner {
  private static final List<String> EXACT =
      List.of(
          "sequential",
          "wfbp",
          "wfbp(bucket=4MB)",
          "wfbp(bucket=25MB)",
          "wfbp(bucket=100MB)",
          "mg-wfbp",
          "priority",
          "dear(bucket=4MB)",
          "dear(bucket=25MB)",
          "dear(bucket=100MB)",
          "sharded(stage=1)",
          "sharded(stage=3)",
          "parameter-server + wfbp(bucket=25MB)");
  private static final List<String> LOSSY =
      List.of(
          "wfbp(bucket=25MB) + fp16",
          "wfbp(bucket=25MB) + int8",
          "wfbp(bucket=25MB) + top-k(density=0.01)",
          "wfbp(bucket=25MB) + top-k-sampled(density=0.001)",
          "wfbp(bucket=25MB) + g-top-k(density=0.001)",
          "wfbp(bucket=25MB) + ok-top-k(density=0.01)",
          "wfbp(bucket=25MB) + powersgd(rank=4)",
          "local-sgd(period=8)");

  /** How many are simulated by events. */
  private static final int FINALISTS = 8;

  /** How much faster or slower a network is looked at for another winner. */
  private static final double RANGE = 256;

  private static final double STEP = Math.pow(2, 0.125);

  private final Job job;
  private final List<Strategy> strategies;

  /** {@code lossy} says whether results may differ from those of one process. */
  public Planner(Job job, boolean lossy) {
    this.job = job;
    var lines = new ArrayList<>(EXACT);
    if (lossy) {
      lines.addAll(LOSSY);
    }
    this.strategies = lines.stream().map(Strategy::parse).toList();
  }

  /** Those that can run, in closed form, the fastest first. */
  public List<Estimate> estimates() {
    return strategies.stream()
        .flatMap(
            strategy ->
                estimate(job, strategy).stream()
                    .mapToObj(seconds -> new Estimate(strategy, seconds)))
        .sorted(Comparator.comparingDouble(Estimate::seconds))
        .toList();
  }

  /**
   * The same, but simulated by events as long as the closed form, which for some is a bound from
   * below, is less than what has been simulated: the first is the fastest by events.
   */
  List<Estimate> refined() {
    var refined = new ArrayList<Estimate>();
    double best = Double.POSITIVE_INFINITY;
    for (var estimate : estimates()) {
      if (estimate.seconds() >= best) {
        refined.add(estimate);
        continue;
      }
      double seconds = job.scenario(estimate.strategy()).simulate().stepSeconds();
      refined.add(new Estimate(estimate.strategy(), seconds));
      best = Math.min(best, seconds);
    }
    refined.sort(Comparator.comparingDouble(Estimate::seconds));
    return refined;
  }

  /** All candidates, the fastest first; those that cannot run come last, with the reason. */
  public List<Candidate> ranked() {
    var able = new ArrayList<Estimate>();
    var refused = new ArrayList<Candidate>();
    for (var strategy : strategies) {
      try {
        Outlook.checkMemory(job, strategy);
        able.add(new Estimate(strategy, ClosedForm.stepSeconds(job.scenario(strategy))));
      } catch (IllegalArgumentException e) {
        refused.add(new Candidate(strategy, Optional.empty(), String.valueOf(e.getMessage())));
      }
    }
    able.sort(Comparator.comparingDouble(Estimate::seconds));
    var ranked = new ArrayList<Candidate>();
    for (int at = 0; at < able.size(); at++) {
      var strategy = able.get(at).strategy();
      if (at < FINALISTS) {
        ranked.add(simulated(strategy));
      } else {
        refused.add(
            at - FINALISTS,
            new Candidate(
                strategy,
                Optional.empty(),
                "left out: %.1f ms in closed form".formatted(able.get(at).seconds() * 1e3)));
      }
    }
    ranked.sort(Comparator.comparingDouble(Planner::stepSeconds));
    ranked.addAll(refused);
    return ranked;
  }

  private Candidate simulated(Strategy strategy) {
    try {
      var outlook = Outlook.of(job, strategy);
      var reason = outlook.prediction().criticalPath();
      var encoding = job.encoding(strategy).map("; "::concat).orElse("");
      return new Candidate(strategy, Optional.of(outlook), reason + encoding);
    } catch (IllegalArgumentException e) {
      return new Candidate(strategy, Optional.empty(), String.valueOf(e.getMessage()));
    }
  }

  private static double stepSeconds(Candidate candidate) {
    return candidate
        .outlook()
        .map(outlook -> outlook.prediction().stepSeconds())
        .orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * Where another candidate becomes faster than this one in closed form, at the rate between hosts
   * that is nearest to the cluster's own; empty if none does within a factor of 256.
   */
  public Optional<Flip> flip(Strategy first) {
    for (double factor = STEP; factor <= RANGE; factor *= STEP) {
      for (double scale : new double[] {1 / factor, factor}) {
        var scaled = job.on(job.cluster().withFasterNetwork(scale));
        double least = estimate(scaled, first).orElse(0) * (1 - 1e-6);
        var other =
            strategies.stream()
                .filter(it -> !it.equals(first))
                .filter(it -> estimate(scaled, it).orElse(Double.POSITIVE_INFINITY) < least)
                .min(Comparator.comparingDouble(it -> estimate(scaled, it).orElse(0)));
        if (other.isPresent()) {
          double rate = scaled.cluster().between().bytesPerSecond();
          return Optional.of(new Flip(other.get(), rate));
        }
      }
    }
    return Optional.empty();
  }

  /** Seconds of a step in closed form; empty for what cannot run. */
  private static OptionalDouble estimate(Job job, Strategy strategy) {
    try {
      Outlook.checkMemory(job, strategy);
      return OptionalDouble.of(ClosedForm.stepSeconds(job.scenario(strategy)));
    } catch (IllegalArgumentException e) {
      return OptionalDouble.empty(); // the ranking says why
    }
  }
}
