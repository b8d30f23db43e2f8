package io.weft.simulation;

import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.LocalSteps;
import io.weft.schedule.Sequential;
import io.weft.schedule.graph.Phase;
import io.weft.zoo.Profile;
import java.util.stream.IntStream;

/**
 * What a step takes without going through events: one pass over the buckets, for thousands of
 * candidates. Stated for {@code sequential}, {@code wfbp} in any merging, and {@code dear}; for
 * others it is a bound from below that the event simulation refines.
 */
public final class ClosedForm {
  /** Rounds after which DeAR's link has found its rhythm. */
  private static final int ROUNDS = 4;

  private final Scenario scenario;
  private final Profile profile;
  private final double forward;
  private final double[] ready;
  private final int[] firstStage;

  private ClosedForm(Scenario scenario) {
    this.scenario = scenario;
    this.profile = scenario.profile();
    this.forward = scenario.stepSeconds() / 3;
    int buckets = scenario.buckets().buckets().size();
    this.ready = new double[buckets];
    this.firstStage = new int[buckets];
    var ends = backwardEnds();
    for (int bucket = 0; bucket < buckets; bucket++) {
      firstStage[bucket] =
          scenario.buckets().buckets().get(bucket).stream()
              .mapToInt(index -> profile.parameters().get(index).firstStage())
              .min()
              .orElseThrow();
      ready[bucket] = ends[firstStage[bucket]];
    }
  }

  /** Seconds of one step. */
  public static double stepSeconds(Scenario scenario) {
    var form = new ClosedForm(scenario);
    double alone = scenario.stepSeconds();
    return switch (scenario.schedule()) {
      case Sequential _ -> alone + form.total(Phase.ALL_REDUCE_GRADIENTS);
      case DecoupledAllReduce _ -> form.decoupled();
      case UrgentFirst _ -> Math.max(alone, form.total(Phase.ALL_REDUCE_GRADIENTS));
      case LocalSteps(var period) ->
          Math.max(alone, alone * 2 / 3 + form.total(Phase.AVERAGE_PARAMETERS) / period);
      default -> Math.max(alone, form.forward + form.drained(0, Phase.ALL_REDUCE_GRADIENTS));
    };
  }

  /** For each stage when its backward ends, counted from the start of backward. */
  private double[] backwardEnds() {
    var ends = new double[profile.stages()];
    double now = 0;
    for (int stage = profile.stages() - 1; stage >= 0; stage--) {
      now += profile.backwardShare(stage) * scenario.stepSeconds();
      ends[stage] = now;
    }
    return ends;
  }

  private double cost(int bucket, Phase phase) {
    double bytes = scenario.buckets().bytesOf(bucket) * scenario.bytesPerElement() / Float.BYTES;
    int tensors = scenario.buckets().buckets().get(bucket).size();
    return scenario.exchanges().of(phase, bytes, tensors).seconds();
  }

  private double total(Phase phase) {
    return IntStream.range(0, ready.length).mapToDouble(bucket -> cost(bucket, phase)).sum();
  }

  /** When the last exchange of backward is done, on a link that is free from some time on. */
  private double drained(double linkFree, Phase phase) {
    double free = linkFree;
    for (int bucket = 0; bucket < ready.length; bucket++) {
      free = Math.max(free, ready[bucket]) + cost(bucket, phase);
    }
    return free;
  }

  /** From the start of one backward to the next, once that repeats itself. */
  private double decoupled() {
    double linkFree = 0;
    double period = 0;
    for (int round = 0; round < ROUNDS; round++) {
      double link = drained(linkFree, Phase.REDUCE_SCATTER_GRADIENTS);
      double compute = scenario.stepSeconds() - forward;
      int bucket = ready.length - 1;
      for (int stage = 0; stage < profile.stages(); stage++) {
        while (bucket >= 0 && firstStage[bucket] <= stage) {
          link += cost(bucket--, Phase.ALL_GATHER_PARAMETERS);
          compute = Math.max(compute, link);
        }
        compute += profile.forwardShare(stage) * scenario.stepSeconds();
      }
      period = compute;
      linkFree = Math.max(0, link - compute);
    }
    return period;
  }
}
