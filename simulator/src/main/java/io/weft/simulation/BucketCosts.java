package io.weft.simulation;

import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.DecoupledAllReduce.Gathered;
import io.weft.schedule.FullySharded;
import io.weft.schedule.Schedule;
import io.weft.schedule.ShardedUpdates;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Phase;
import io.weft.training.bucket.Piece;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What the buckets of a scenario cost. */
final class BucketCosts {
  private final Scenario scenario;
  private final List<Load> loads;

  /** By bucket: those that lie in it. */
  private final List<List<Parameter>> parameters;

  /** By bucket: seconds to update all of it. */
  private final double[] updates;

  private final Extent extent;

  BucketCosts(Scenario scenario) {
    this.scenario = scenario;
    var pieces = scenario.buckets();
    this.loads = pieces.list().stream().map(piece -> load(pieces.plan(), piece)).toList();
    this.parameters = IntStream.range(0, count()).mapToObj(pieces::parameters).toList();
    this.updates = IntStream.range(0, count()).mapToDouble(pieces::bytesOf).toArray();
    double secondsPerByte = scenario.work().updateSeconds() / Arrays.stream(updates).sum();
    Arrays.setAll(updates, bucket -> updates[bucket] * secondsPerByte);
    this.extent = extent(scenario.schedule());
  }

  /** A piece has its share of its bucket. */
  private Load load(BucketPlan plan, Piece piece) {
    double all = plan.bytesOf(piece.bucket());
    return scenario.form().of(plan, piece.bucket()).times(piece.count() * Float.BYTES / all);
  }

  int count() {
    return loads.size();
  }

  /** On the lane that also computes. */
  double encodeSeconds(int bucket) {
    return onHost() ? 0 : loads.get(bucket).encodeSeconds();
  }

  /** Beside it. */
  double encodeSecondsOnHost(int bucket) {
    return onHost() ? loads.get(bucket).encodeSeconds() : 0;
  }

  double decodeSecondsOnHost(int bucket) {
    return onHost() ? loads.get(bucket).decodeSeconds() : 0;
  }

  private boolean onHost() {
    return scenario.coder() == Scenario.Coder.HOST;
  }

  /** Decoding and then updating: all of a bucket, or the shard of a rank. */
  double updateSeconds(int bucket, Extent extent) {
    double all = updates[bucket];
    return (onHost() ? 0 : loads.get(bucket).decodeSeconds())
        + (extent == Extent.SHARD ? all / scenario.exchanges().ranks() : all);
  }

  /** All that forms and updates cost the compute lane in a step. */
  double besideSeconds() {
    return IntStream.range(0, count())
        .mapToDouble(bucket -> encodeSeconds(bucket) + updateSeconds(bucket))
        .sum();
  }

  /** As the schedule of the scenario divides updates. */
  double updateSeconds(int bucket) {
    return updateSeconds(bucket, extent);
  }

  private static Extent extent(Schedule schedule) {
    return switch (schedule) {
      case DecoupledAllReduce(var gathered) ->
          gathered == Gathered.PARAMETERS ? Extent.SHARD : Extent.WHOLE;
      case ShardedUpdates _, FullySharded _ -> Extent.SHARD;
      default -> Extent.WHOLE;
    };
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
    return parameters.get(bucket).stream().mapToInt(Parameter::firstStage).min().orElseThrow();
  }

  /** Gradients travel in their form, parameters as they are. */
  Cost exchange(int bucket, Phase phase) {
    int tensors = parameters.get(bucket).size();
    return switch (phase) {
      case ALL_GATHER_PARAMETERS, AVERAGE_PARAMETERS ->
          scenario.exchanges().of(phase, (double) scenario.buckets().bytesOf(bucket), tensors);
      case ALL_REDUCE_GRADIENTS, REDUCE_SCATTER_GRADIENTS, ALL_GATHER_GRADIENTS ->
          gradients(loads.get(bucket), phase, tensors);
    };
  }

  private Cost gradients(Load load, Phase phase, int tensors) {
    var exchanges = new ArrayList<Cost>();
    boolean whole = load.gatheredBytes() + load.pairedBytes() > 0;
    if (whole && phase != Phase.ALL_REDUCE_GRADIENTS) {
      throw new IllegalArgumentException(
          "what cannot be added cannot be summed into shards: choose wfbp");
    }
    if (load.gatheredBytes() > 0) {
      exchanges.add(gathered(load, tensors));
    }
    if (load.pairedBytes() > 0) {
      exchanges.add(scenario.exchanges().ofPairs(load.pairedBytes(), tensors));
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
