package io.weft.validation.own;

import io.weft.cluster.Cluster;
import io.weft.plan.Job;
import io.weft.strategy.Strategy;
import io.weft.zoo.Profile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is run, and what is predicted for it. */
public final class OwnMatrix {
  private static final List<Integer> RANKS = List.of(2, 4, 8);

  private static final List<String> STRATEGIES =
      List.of(
          "sequential",
          "wfbp(bucket=4MB)",
          "wfbp(bucket=25MB)",
          "mg-wfbp",
          "priority",
          "dear(bucket=4MB)",
          "sharded(stage=1)",
          "wfbp(bucket=4MB) + fp16",
          "wfbp(bucket=4MB) + int8");

  private OwnMatrix() {}

  /** Seconds of a step of all strategies on 2, 4 and 8 ranks, as the simulator sees them. */
  public static Map<OwnRun, Double> predictions(List<Cluster> clusters, List<Profile> profiles) {
    var steps = new LinkedHashMap<OwnRun, Double>();
    for (var cluster : clusters) {
      for (var profile : profiles) {
        for (int ranks : RANKS) {
          var job = Job.of(profile, profile.batch(), cluster, ranks);
          for (var strategy : STRATEGIES) {
            var run = new OwnRun(profile.name(), cluster.name(), ranks, profile.batch(), strategy);
            var scenario = job.scenario(Strategy.parse(strategy));
            steps.put(run, scenario.simulate().stepSeconds());
          }
        }
      }
    }
    return steps;
  }
}
