package io.weft.simulation;

import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.DecoupledAllReduce.Gathered;
import io.weft.schedule.FullySharded;
import io.weft.schedule.LocalSteps;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.ShardedUpdates;
import io.weft.schedule.graph.Phase;
import io.weft.zoo.Profile;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a step takes without going through events: one pass over the buckets, for thousands of
 * candidates. Stated for {@code sequential}, {@code wfbp} in any merging, and {@code dear}, where
 * cores are plenty; for others it is a bound from below that the event simulation refines.
 */
public final class ClosedForm {
  private final Profile profile;
  private final BucketCosts costs;
  private final double secondsPerWork;
  private final double coresPerRank;
  private final double forward;

  /** What the compute lane does in a step. */
  private final double alone;

  private final double[] backwardEnds;
  private final double[] ready;
  private final int[] firstStage;

  private ClosedForm(Scenario scenario) {
    this.profile = scenario.profile();
    this.costs = new BucketCosts(scenario);
    this.coresPerRank = scenario.cores().coresPerRank();
    var work = scenario.work();
    double seconds = crowded(work.seconds(), work.coreSeconds());
    this.secondsPerWork = seconds / profile.work();
    this.forward = seconds * profile.forwardShare();
    double beside = costs.besideSeconds();
    this.alone = seconds + crowded(beside, beside);
    int buckets = costs.count();
    this.ready = new double[buckets];
    this.firstStage = new int[buckets];
    this.backwardEnds = backwardEnds();
    double encoded = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      firstStage[bucket] = costs.firstStage(bucket);
      double encode = costs.encodeSecondsOnHost(bucket);
      encoded = Math.max(encoded, backwardEnds[firstStage[bucket]]) + encode;
      ready[bucket] = encode == 0 ? backwardEnds[firstStage[bucket]] : encoded;
    }
  }

  /** Seconds of one step. */
  public static double stepSeconds(Scenario scenario) {
    var form = new ClosedForm(scenario);
    double step = form.stepSeconds(scenario.schedule());
    return Math.max(step, form.coreSeconds(scenario) / form.coresPerRank);
  }

  /** What work takes on the cores of a rank, if it takes so much of them. */
  private double crowded(double seconds, double coreSeconds) {
    return Math.max(seconds, coreSeconds / coresPerRank);
  }

  /** Of processors, in a step. */
  private double coreSeconds(Scenario scenario) {
    double exchanges =
        switch (scenario.schedule()) {
          case DecoupledAllReduce(var gathered) ->
              cores(Phase.REDUCE_SCATTER_GRADIENTS) + cores(phase(gathered));
          case ShardedUpdates _, FullySharded _ ->
              cores(Phase.REDUCE_SCATTER_GRADIENTS) + cores(Phase.ALL_GATHER_PARAMETERS);
          case LocalSteps(var period) -> cores(Phase.AVERAGE_PARAMETERS) / period;
          default -> cores(Phase.ALL_REDUCE_GRADIENTS);
        };
    return scenario.work().coreSeconds() + costs.besideSeconds() + exchanges;
  }

  private static Phase phase(Gathered gathered) {
    return switch (gathered) {
      case PARAMETERS -> Phase.ALL_GATHER_PARAMETERS;
      case GRADIENTS -> Phase.ALL_GATHER_GRADIENTS;
    };
  }

  private double cores(Phase phase) {
    return IntStream.range(0, ready.length)
        .mapToDouble(bucket -> costs.exchange(bucket, phase).coreSeconds())
        .sum();
  }

  private double stepSeconds(Schedule schedule) {
    return switch (schedule) {
      case Sequential _ -> alone + total(Phase.ALL_REDUCE_GRADIENTS);
      case DecoupledAllReduce(var gathered) -> decoupled(phase(gathered));
      case PriorityPropagation _ -> Math.max(alone, busy(Phase.ALL_REDUCE_GRADIENTS));
      case ShardedUpdates _ -> sharded();
      case FullySharded _ ->
          Math.max(
              alone, busy(Phase.REDUCE_SCATTER_GRADIENTS) + 2 * busy(Phase.ALL_GATHER_PARAMETERS));
      case LocalSteps(var period) ->
          Math.max(alone, alone - forward + busy(Phase.AVERAGE_PARAMETERS) / period);
      default -> forward + updated(Phase.ALL_REDUCE_GRADIENTS);
    };
  }

  /** For each stage when its backward ends, counted from the start of backward. */
  private double[] backwardEnds() {
    var ends = new double[profile.stages()];
    var encoding = costs.encodeSecondsByStage();
    double now = 0;
    for (int stage = profile.stages() - 1; stage >= 0; stage--) {
      now += profile.backward().get(stage) * secondsPerWork + encoding[stage];
      ends[stage] = now;
    }
    return ends;
  }

  /** How long an exchange keeps the link from others. */
  private double busy(int bucket, Phase phase) {
    var cost = costs.exchange(bucket, phase);
    return crowded(cost.busySeconds(), cost.coreSeconds());
  }

  private double busy(Phase phase) {
    return IntStream.range(0, ready.length).mapToDouble(bucket -> busy(bucket, phase)).sum();
  }

  /** How long it is under way after that. */
  private double latency(int bucket, Phase phase) {
    return costs.exchange(bucket, phase).latencySeconds();
  }

  /** When the last update is done; each waits for its exchange and for all of backward. */
  private double updated(Phase phase) {
    double link = 0;
    double decoded = 0;
    double compute = alone - forward - updates();
    for (int bucket = 0; bucket < ready.length; bucket++) {
      link = Math.max(link, ready[bucket]) + busy(bucket, phase);
      decoded =
          Math.max(decoded, link + latency(bucket, phase)) + costs.decodeSecondsOnHost(bucket);
      compute = Math.max(compute, decoded) + update(bucket);
    }
    return compute;
  }

  private double update(int bucket) {
    double seconds = costs.updateSeconds(bucket);
    return crowded(seconds, seconds);
  }

  private double updates() {
    return IntStream.range(0, ready.length).mapToDouble(this::update).sum();
  }

  /** Of exchanges that could all begin at once. */
  private double total(Phase phase) {
    return done(phase, _ -> 0);
  }

  /** When the last exchange of backward is done. */
  private double drained(Phase phase) {
    return done(phase, bucket -> ready[bucket]);
  }

  private double done(Phase phase, IntToDoubleFunction from) {
    double free = 0;
    double done = 0;
    for (int bucket = 0; bucket < ready.length; bucket++) {
      free = Math.max(free, from.applyAsDouble(bucket)) + busy(bucket, phase);
      done = Math.max(done, free + latency(bucket, phase));
    }
    return done;
  }

  /** Updates wait for backward, which goes first on its lane, and gathers for updates. */
  private double sharded() {
    double backward = Math.max(alone - forward, drained(Phase.REDUCE_SCATTER_GRADIENTS));
    return forward + backward + total(Phase.ALL_GATHER_PARAMETERS);
  }

  /**
   * From the start of one backward to the next: gathers fill the gaps that sums of gradients leave,
   * and the others come behind them, as forward needs them.
   */
  private double decoupled(Phase second) {
    var gathers = new Gathers(ready.length);
    double link = 0;
    for (int bucket = 0; bucket < ready.length; bucket++) {
      link = gathers.fill(link, ready[bucket]) + busy(bucket, Phase.REDUCE_SCATTER_GRADIENTS);
      double summed = link + latency(bucket, Phase.REDUCE_SCATTER_GRADIENTS);
      boolean updates = second == Phase.ALL_GATHER_PARAMETERS;
      gathers.add(bucket, updates ? stageEnd(summed) : summed, busy(bucket, second));
    }
    double compute = alone - forward;
    int bucket = ready.length - 1;
    for (int stage = 0; stage < profile.stages(); stage++) {
      while (bucket >= 0 && firstStage[bucket] <= stage) {
        link += gathers.left(bucket);
        compute = Math.max(compute, link + latency(bucket--, second));
      }
      compute += profile.forward().get(stage) * secondsPerWork;
    }
    return compute;
  }

  /** When the compute lane is through with the stage that it works on, and can update. */
  private double stageEnd(double seconds) {
    for (int stage = backwardEnds.length - 1; stage >= 0; stage--) {
      if (backwardEnds[stage] >= seconds) {
        return backwardEnds[stage];
      }
    }
    return seconds;
  }
}
