package io.weft.validation;

import io.weft.cluster.Cluster;
import io.weft.model.BucketPlan;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.simulation.ExchangeCosts;
import io.weft.simulation.RingCosts;
import io.weft.simulation.Scenario;
import io.weft.simulation.ServerCosts;
import io.weft.simulation.WireForm;
import io.weft.zoo.Profile;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The methods of the survey as schedules of ours. */
enum Method {
  BSP_A2A("BSP-A2A"),
  WFBP_A2A("WFBP-A2A"),
  MG_WFBP("MG-WFBP"),
  BYTE_SCHEDULER_A2A("ByteScheduler-A2A"),
  BSP_PS("BSP-PS"),
  WFBP_PS("WFBP-PS"),
  BYTE_SCHEDULER_PS("ByteScheduler-PS");

  /** The buffer in which Horovod fused tensors. */
  private static final long FUSION_BYTES = 512L << 20;

  private final String label;

  Method(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  boolean hasServers() {
    return switch (this) {
      case BSP_PS, WFBP_PS, BYTE_SCHEDULER_PS -> true;
      case BSP_A2A, WFBP_A2A, MG_WFBP, BYTE_SCHEDULER_A2A -> false;
    };
  }

  static Method labelled(String label) {
    return Arrays.stream(values())
        .filter(method -> method.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no method '%s': give one of %s"
                        .formatted(
                            label,
                            Arrays.stream(values())
                                .map(Method::label)
                                .collect(Collectors.joining(", ")))));
  }

  /** What it does with a model that computes for so long in a step. */
  Scenario scenario(Profile profile, double stepSeconds, Cluster cluster, int ranks) {
    return new Scenario(
        profile,
        stepSeconds,
        schedule(),
        buckets(profile, stepSeconds, cluster, ranks),
        exchanges(cluster, ranks),
        WireForm.DENSE);
  }

  private Schedule schedule() {
    return switch (this) {
      case BSP_A2A, BSP_PS -> new Sequential();
      case WFBP_A2A, MG_WFBP, WFBP_PS -> new WaitFreeBackpropagation();
      case BYTE_SCHEDULER_A2A, BYTE_SCHEDULER_PS -> new PriorityPropagation();
    };
  }

  private BucketPlan buckets(Profile profile, double stepSeconds, Cluster cluster, int ranks) {
    return switch (this) {
      case BSP_A2A, BSP_PS -> BucketPlan.bySize(profile.parameters(), FUSION_BYTES);
      case MG_WFBP -> MergeConstants.of(cluster.name(), ranks).plan(profile, stepSeconds);
      case WFBP_A2A, BYTE_SCHEDULER_A2A, WFBP_PS, BYTE_SCHEDULER_PS ->
          BucketPlan.perParameter(profile.parameters());
    };
  }

  /** Servers are extra hosts, as many as those of workers. */
  ExchangeCosts exchanges(Cluster cluster, int ranks) {
    return hasServers()
        ? new ServerCosts(cluster, ranks, cluster.hostsOf(ranks), false)
        : new RingCosts(cluster, ranks);
  }
}
