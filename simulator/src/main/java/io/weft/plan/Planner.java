package io.weft.plan;

import io.weft.plan.Candidate.Standing;
import io.weft.simulation.ClosedForm;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Use;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  public static final double RANGE = 64;

  private static final int HALVINGS = 3;

  /** By so much shorter steps are worth a mention. */
  private static final double CLEARLY = 0.99;

  /** How many are asked about at one rate. */
  private static final int RIVALS = 3;

  private final Job job;

  /** Those that can be trained with, and the others with the reason. */
  private final List<Strategy> strategies;

  private final Map<Strategy, String> untrainable;

  /** {@code lossy} says whether results may differ from those of one process. */
  public Planner(Job job, boolean lossy) {
    this.job = job;
    var lines = new ArrayList<>(EXACT);
    if (lossy) {
      lines.addAll(LOSSY);
    }
    var able = new ArrayList<Strategy>();
    this.untrainable = new LinkedHashMap<>();
    for (var line : lines) {
      var strategy = Strategy.parse(line);
      strategy
          .refusal(Use.TRAIN)
          .ifPresentOrElse(
              refusal -> untrainable.put(strategy, String.valueOf(refusal.getMessage())),
              () -> able.add(strategy));
    }
    this.strategies = List.copyOf(able);
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

  /**
   * All candidates: those that can be trained with, the fastest first; then those that were not
   * simulated because they are slower, and at last those that cannot be trained with or not at all.
   */
  public List<Candidate> ranked() {
    var able = new ArrayList<Estimate>();
    var others = new ArrayList<Candidate>();
    for (var strategy : strategies) {
      try {
        Outlook.checkMemory(job, strategy);
        able.add(new Estimate(strategy, ClosedForm.stepSeconds(job.scenario(strategy))));
      } catch (IllegalArgumentException e) {
        others.add(impossible(strategy, e));
      }
    }
    able.sort(Comparator.comparingDouble(Estimate::seconds));
    var ranked = new ArrayList<Candidate>();
    able.stream()
        .limit(FINALISTS)
        .map(it -> simulated(it.strategy(), Standing.RANKED, Optional.empty()))
        .sorted(Comparator.comparingDouble(Planner::stepSeconds))
        .forEach(ranked::add);
    able.stream().skip(FINALISTS).map(Planner::leftOut).forEach(ranked::add);
    untrainable.forEach(
        (strategy, reason) ->
            ranked.add(simulated(strategy, Standing.UNTRAINABLE, Optional.of(reason))));
    ranked.addAll(others);
    return ranked;
  }

  private static Candidate leftOut(Estimate estimate) {
    return new Candidate(
        estimate.strategy(),
        Standing.LEFT_OUT,
        Optional.empty(),
        String.format(Locale.ROOT, "left out: %.1f ms in closed form", estimate.seconds() * 1e3));
  }

  private static Candidate impossible(Strategy strategy, IllegalArgumentException e) {
    return new Candidate(
        strategy, Standing.IMPOSSIBLE, Optional.empty(), String.valueOf(e.getMessage()));
  }

  /** {@code why} stands in place of what a step consists of. */
  private Candidate simulated(Strategy strategy, Standing standing, Optional<String> why) {
    try {
      var outlook = Outlook.of(job, strategy);
      var encoding = job.encoding(strategy).map("; "::concat).orElse("");
      var reason = why.orElseGet(() -> outlook.prediction().criticalPath() + encoding);
      return new Candidate(strategy, standing, Optional.of(outlook), reason);
    } catch (IllegalArgumentException e) {
      return impossible(strategy, e);
    }
  }

  private static double stepSeconds(Candidate candidate) {
    return candidate
        .outlook()
        .map(outlook -> outlook.prediction().stepSeconds())
        .orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * Where another candidate becomes clearly faster than this one, at a rate between hosts that is
   * near to the cluster's own; empty if none does within a factor of {@link #RANGE}. Looks at
   * doubles and halves, and then between two of them. Closed forms find it, and events confirm it:
   * some forms are bounds from below.
   */
  public Optional<Flip> flip(Strategy first) {
    for (double factor = 2; factor <= RANGE; factor *= 2) {
      for (int direction : new int[] {-1, 1}) {
        var other = rival(first, Math.pow(factor, direction));
        if (other.isPresent()) {
          double nearest = nearest(first, other.get(), factor / 2, factor, direction);
          double rate = scaled(nearest).cluster().between().bytesPerSecond();
          return Optional.of(new Flip(other.get(), rate));
        }
      }
    }
    return Optional.empty();
  }

  private Job scaled(double scale) {
    return job.on(job.cluster().withFasterNetwork(scale));
  }

  private Optional<Strategy> rival(Strategy first, double scale) {
    var scaled = scaled(scale);
    return faster(scaled, first).stream().filter(it -> isFaster(scaled, it, first)).findFirst();
  }

  /** Halves the way between a factor at which it is not faster and one at which it is. */
  private double nearest(Strategy first, Strategy other, double near, double far, int direction) {
    double not = near;
    double faster = far;
    for (int half = 0; half < HALVINGS; half++) {
      double between = Math.sqrt(not * faster);
      if (isFaster(scaled(Math.pow(between, direction)), other, first)) {
        faster = between;
      } else {
        not = between;
      }
    }
    return Math.pow(faster, direction);
  }

  /** The fastest in closed form, if they are faster than that. */
  private List<Strategy> faster(Job scaled, Strategy first) {
    double least = estimate(scaled, first).orElse(0) * CLEARLY;
    return strategies.stream()
        .filter(it -> !it.equals(first))
        .filter(it -> estimate(scaled, it).orElse(Double.POSITIVE_INFINITY) < least)
        .sorted(Comparator.comparingDouble(it -> estimate(scaled, it).orElse(0)))
        .limit(RIVALS)
        .toList();
  }

  private static boolean isFaster(Job scaled, Strategy one, Strategy other) {
    double seconds = scaled.scenario(one).simulate().stepSeconds();
    return seconds < scaled.scenario(other).simulate().stepSeconds() * CLEARLY;
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
