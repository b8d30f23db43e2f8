package io.weft.schedule;

import io.weft.schedule.graph.Consistency;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Instance;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task.Agree;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Forward;
import io.weft.schedule.graph.Task.Local;
import io.weft.schedule.graph.Task.Release;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Trains toys on several ranks by performing the tasks of a graph, in an order of choice. */
public final class ToyTraining {
  private final StepGraph graph;
  private final List<ToyRank> ranks;

  private ToyTraining(StepGraph graph, int ranks) {
    this.graph = graph;
    this.ranks =
        IntStream.range(0, ranks).mapToObj(rank -> new ToyRank(graph, rank, ranks)).toList();
  }

  /**
   * The parameters of all ranks after a run.
   *
   * @param choose which of that many ready tasks goes next
   */
  static long[][][] run(StepGraph graph, int ranks, int rounds, IntUnaryOperator choose) {
    var training = new ToyTraining(graph, ranks);
    var run = graph.unroll(rounds);
    var missing = new int[run.size()];
    var followers = new ArrayList<List<Instance>>();
    var ready = new ArrayList<Instance>();
    for (var instance : run) {
      followers.add(new ArrayList<>());
      missing[instance.index()] = instance.predecessors().size();
      instance.predecessors().forEach(index -> followers.get(index).add(instance));
      if (instance.predecessors().isEmpty()) {
        ready.add(instance);
      }
    }
    while (!ready.isEmpty()) {
      var next = ready.remove(choose.applyAsInt(ready.size()));
      training.perform(next);
      for (var follower : followers.get(next.index())) {
        if (--missing[follower.index()] == 0) {
          ready.add(follower);
        }
      }
    }
    return training.parameters();
  }

  /** What the consistency of a graph promises, computed step by step without any graph. */
  public static long[][][] reference(StepGraph graph, int ranks, int rounds) {
    var toy = new ToyTraining(graph, ranks);
    var versions = new ArrayList<long[][][]>();
    versions.add(toy.parameters());
    for (int round = 0; round < rounds; round++) {
      var read = versions.get(Math.max(0, round - graph.consistency().delay()));
      versions.add(
          graph.consistency() instanceof Consistency.Local
              ? toy.localRound(read, round)
              : toy.commonStep(read, versions.getLast(), round));
    }
    return versions.getLast();
  }

  /** Steps of each rank alone, and the average of where they end. */
  private long[][][] localRound(long[][][] start, int round) {
    load(start);
    for (int step = 0; step < graph.consistency().stepsPerRound(); step++) {
      ranks.forEach(ToyRank::clearGradients);
      passes(round, step);
      applyWhole(round);
    }
    buckets().forEach(this::average);
    return parameters();
  }

  /** One step with the gradients of all, taken where they were read and applied to the latest. */
  private long[][][] commonStep(long[][][] read, long[][][] latest, int round) {
    load(read);
    ranks.forEach(ToyRank::clearGradients);
    passes(round, 0);
    for (int bucket : buckets()) {
      sum(bucket, round, Extent.WHOLE);
    }
    for (var treatment : graph.treatments()) {
      treatAll(treatment, round);
    }
    load(latest);
    applyWhole(round);
    return parameters();
  }

  /** Agreements are about what all buckets hold before any of them is treated. */
  private void treatAll(String treatment, int round) {
    var agreements = new HashMap<Integer, List<String>>();
    for (var node : graph.round()) {
      if (node.task() instanceof Local(var name, var bucket, _, _, var names)
          && name.equals(treatment)) {
        agreements.put(bucket, names);
      }
    }
    for (var node : graph.round()) {
      if (node.task() instanceof Agree(var name, var buckets, _)
          && agreements.values().stream().anyMatch(names -> names.contains(name))) {
        agree(buckets, Extent.WHOLE, name, round);
      }
    }
    agreements.forEach(
        (bucket, names) -> ranks.forEach(rank -> rank.treat(bucket, Extent.WHOLE, names, round)));
  }

  private void passes(int round, int step) {
    for (int i = 0; i < graph.shape().microSteps(); i++) {
      int micro = step * graph.shape().microSteps() + i;
      for (int stage = 0; stage < graph.shape().stages(); stage++) {
        forward(round, stage, micro);
      }
      for (int stage = graph.shape().stages() - 1; stage >= 0; stage--) {
        backward(round, stage, micro);
      }
    }
  }

  private void applyWhole(int round) {
    for (int bucket : buckets()) {
      ranks.forEach(rank -> rank.update(bucket, Extent.WHOLE, round));
    }
  }

  private List<Integer> buckets() {
    return IntStream.range(0, graph.shape().buckets()).boxed().toList();
  }

  private void perform(Instance instance) {
    int round = instance.origin();
    switch (instance.task()) {
      case Forward(var stage, var micro) -> forward(round, stage, micro);
      case Backward(var stage, var micro) -> backward(round, stage, micro);
      case Transfer(var bucket, var phase, _) -> transfer(bucket, phase, round);
      case Update(var bucket, _, var extent) ->
          ranks.forEach(rank -> rank.update(bucket, extent, round));
      case Local(_, var bucket, _, var extent, var names) ->
          ranks.forEach(rank -> rank.treat(bucket, extent, names, round));
      case Agree(var name, var buckets, var extent) -> agree(buckets, extent, name, round);
      case Release(var bucket, _) -> ranks.forEach(rank -> rank.release(bucket));
    }
  }

  private void forward(int round, int stage, int micro) {
    ranks.forEach(rank -> rank.forward(round, stage, micro));
  }

  private void backward(int round, int stage, int micro) {
    ranks.forEach(rank -> rank.backward(round, stage, micro));
  }

  private void transfer(int bucket, Phase phase, int round) {
    switch (phase) {
      case ALL_REDUCE_GRADIENTS -> sum(bucket, round, Extent.WHOLE);
      case REDUCE_SCATTER_GRADIENTS -> sum(bucket, round, Extent.SHARD);
      case ALL_GATHER_GRADIENTS ->
          gather(ranks.stream().map(rank -> rank.gradient(bucket, round)).toList());
      case ALL_GATHER_PARAMETERS ->
          gather(ranks.stream().map(rank -> rank.parameters(bucket)).toList());
      case AVERAGE_PARAMETERS -> average(bucket);
    }
  }

  private static void gather(List<long[]> data) {
    for (var target : data) {
      for (int word = 0; word < target.length; word++) {
        target[word] = data.get(word)[word];
      }
    }
  }

  /** The sum over ranks; what a rank does not get is spoilt. */
  private void sum(int bucket, int round, Extent extent) {
    var sums = new long[ranks.size()];
    for (var rank : ranks) {
      add(sums, rank.gradient(bucket, round));
    }
    for (int rank = 0; rank < ranks.size(); rank++) {
      var gradient = ranks.get(rank).gradient(bucket, round);
      for (int word = 0; word < sums.length; word++) {
        boolean gets = extent == Extent.WHOLE || word == rank;
        gradient[word] = gets ? sums[word] : ToyRank.mix(sums[word], 13);
      }
    }
  }

  /** A sum stands for the mean: what matters is that all ranks get the same. */
  private void average(int bucket) {
    var sums = new long[ranks.size()];
    ranks.forEach(rank -> add(sums, rank.parameters(bucket)));
    ranks.forEach(rank -> System.arraycopy(sums, 0, rank.parameters(bucket), 0, sums.length));
  }

  private static void add(long[] sums, long[] more) {
    for (int word = 0; word < sums.length; word++) {
      sums[word] += more[word];
    }
  }

  private void agree(List<Integer> buckets, Extent extent, String name, int round) {
    var voters = extent == Extent.WHOLE ? ranks.subList(0, 1) : ranks;
    long agreed = voters.stream().mapToLong(rank -> rank.opinion(buckets, extent, round)).sum();
    ranks.forEach(rank -> rank.agree(name, agreed));
  }

  private void load(long[][][] values) {
    for (int rank = 0; rank < values.length; rank++) {
      for (int bucket = 0; bucket < values[rank].length; bucket++) {
        var target = ranks.get(rank).parameters(bucket);
        System.arraycopy(values[rank][bucket], 0, target, 0, target.length);
      }
    }
  }

  /** A copy of all parameters. */
  private long[][][] parameters() {
    return ranks.stream()
        .map(
            rank ->
                IntStream.range(0, graph.shape().buckets())
                    .mapToObj(bucket -> rank.parameters(bucket).clone())
                    .toArray(long[][]::new))
        .toArray(long[][][]::new);
  }
}
