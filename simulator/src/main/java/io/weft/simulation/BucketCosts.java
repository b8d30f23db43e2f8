package io.weft.simulation;

import io.weft.schedule.graph.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What the buckets of a scenario cost. */
final class BucketCosts {
  private final Scenario scenario;
  private final List<Load> loads;

  BucketCosts(Scenario scenario) {
    this.scenario = scenario;
    var buckets = scenario.buckets();
    this.loads =
        IntStream.range(0, buckets.buckets().size())
            .mapToObj(bucket -> scenario.form().of(buckets, bucket))
            .toList();
  }

  int count() {
    return loads.size();
  }

  double encodeSeconds(int bucket) {
    return loads.get(bucket).encodeSeconds();
  }

  double decodeSeconds(int bucket) {
    return loads.get(bucket).decodeSeconds();
  }

  /** All that forms cost the compute lane in a step. */
  double codingSeconds() {
    return loads.stream().mapToDouble(load -> load.encodeSeconds() + load.decodeSeconds()).sum();
  }

  /** For each stage what is encoded when its backward ends. */
  double[] encodeSecondsByStage() {
    var seconds = new double[scenario.profile().stages()];
    for (int bucket = 0; bucket < loads.size(); bucket++) {
      seconds[firstStage(bucket)] += encodeSeconds(bucket);
    }
    return seconds;
  }

  /** The stage whose backward completes a bucket. */
  int firstStage(int bucket) {
    return scenario.buckets().buckets().get(bucket).stream()
        .mapToInt(index -> scenario.profile().parameters().get(index).firstStage())
        .min()
        .orElseThrow();
  }

  /** Gradients travel in their form, parameters as they are. */
  Cost exchange(int bucket, Phase phase) {
    int tensors = scenario.buckets().buckets().get(bucket).size();
    return switch (phase) {
      case ALL_GATHER_PARAMETERS, AVERAGE_PARAMETERS ->
          scenario.exchanges().of(phase, (double) scenario.buckets().bytesOf(bucket), tensors);
      case ALL_REDUCE_GRADIENTS, REDUCE_SCATTER_GRADIENTS, ALL_GATHER_GRADIENTS ->
          gradients(loads.get(bucket), phase, tensors);
    };
  }

  private Cost gradients(Load load, Phase phase, int tensors) {
    var exchanges = new ArrayList<Cost>();
    if (load.gatheredBytes() > 0) {
      if (phase != Phase.ALL_REDUCE_GRADIENTS) {
        throw new IllegalArgumentException(
            "what cannot be added cannot be summed into shards: choose wfbp");
      }
      exchanges.add(gathered(load, tensors));
    }
    if (load.addedBytes() > 0) {
      var one = scenario.exchanges().of(phase, load.addedBytes() / load.rounds(), tensors);
      exchanges.add(one.times(load.rounds()));
    }
    return exchanges.stream().reduce(Cost::and).orElse(Cost.NONE);
  }

  private Cost gathered(Load load, int tensors) {
    double all = load.gatheredBytes() * scenario.exchanges().ranks();
    return scenario.exchanges().of(Phase.ALL_GATHER_GRADIENTS, all, tensors);
  }
}
