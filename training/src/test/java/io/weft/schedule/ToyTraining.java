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
import java.util.Map;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Trains a toy on several ranks by performing the tasks of a graph, in an order of the caller's
 * choice. Numbers are 64-bit words, sums wrap around, and everything else scrambles, so that any
 * mistake shows in the result. A bucket has one word per rank; word r is the shard of rank r.
 */
final class ToyTraining {
  private final StepGraph graph;
  private final int ranks;
  private final long[][][] parameters;
  private final Map<List<Integer>, long[]> gradients = new HashMap<>();
  private final Map<List<Integer>, Long> activations = new HashMap<>();
  private final Map<List<Integer>, Long> errors = new HashMap<>();
  private final Map<String, Long> agreements = new HashMap<>();

  private ToyTraining(StepGraph graph, int ranks) {
    this.graph = graph;
    this.ranks = ranks;
    this.parameters = new long[ranks][graph.shape().buckets()][ranks];
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
    return training.parameters;
  }

  /** What the consistency of a graph promises, computed step by step without any graph. */
  static long[][][] reference(StepGraph graph, int ranks, int rounds) {
    var toy = new ToyTraining(graph, ranks);
    var versions = new ArrayList<long[][][]>();
    versions.add(copy(toy.parameters));
    int steps = graph.consistency().stepsPerRound();
    for (int round = 0; round < rounds; round++) {
      var read = versions.get(Math.max(0, round - graph.consistency().delay()));
      var own = copy(read);
      var next = copy(versions.getLast());
      for (int step = 0; step < steps; step++) {
        toy.gradients.clear();
        toy.load(graph.consistency() instanceof Consistency.Local ? own : read);
        toy.passes(round, step);
        if (graph.consistency() instanceof Consistency.Local) {
          toy.applyOwn(own, round);
        } else {
          toy.applySum(next, round);
        }
      }
      if (graph.consistency() instanceof Consistency.Local) {
        toy.load(own);
        for (int bucket = 0; bucket < graph.shape().buckets(); bucket++) {
          toy.average(bucket);
        }
        next = copy(toy.parameters);
      }
      versions.add(next);
    }
    return versions.getLast();
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

  private void applyOwn(long[][][] target, int round) {
    for (int rank = 0; rank < ranks; rank++) {
      for (int bucket = 0; bucket < graph.shape().buckets(); bucket++) {
        for (int word = 0; word < ranks; word++) {
          target[rank][bucket][word] =
              applied(target[rank][bucket][word], gradient(rank, bucket, round)[word]);
        }
      }
    }
  }

  private void applySum(long[][][] target, int round) {
    for (int bucket = 0; bucket < graph.shape().buckets(); bucket++) {
      sum(bucket, round, Extent.WHOLE);
    }
    for (var treatment : graph.treatments()) {
      agree(all(), Extent.WHOLE, treatment, round);
      all().forEach(bucket -> treat(bucket, Extent.WHOLE, List.of(treatment), round));
    }
    applyOwn(target, round);
  }

  private List<Integer> all() {
    return IntStream.range(0, graph.shape().buckets()).boxed().toList();
  }

  private void perform(Instance instance) {
    int round = instance.origin();
    switch (instance.task()) {
      case Forward(var stage, var micro) -> forward(round, stage, micro);
      case Backward(var stage, var micro) -> backward(round, stage, micro);
      case Transfer(var bucket, var phase, _) -> transfer(bucket, phase, round);
      case Update(var bucket, _, var extent) -> update(bucket, extent, round);
      case Local(_, var bucket, _, var extent, var names) -> treat(bucket, extent, names, round);
      case Agree(var name, var buckets, var extent) -> agree(buckets, extent, name, round);
      case Release(var bucket, _) -> lose(bucket);
    }
  }

  private void forward(int round, int stage, int micro) {
    for (int rank = 0; rank < ranks; rank++) {
      long input =
          stage == 0 ? mix(rank, round, micro) : known(activations, rank, stage - 1, micro);
      activations.put(List.of(rank, stage, micro), mix(input, read(rank, stage)));
    }
  }

  private void backward(int round, int stage, int micro) {
    for (int rank = 0; rank < ranks; rank++) {
      long error = stage == graph.shape().stages() - 1 ? 1 : known(errors, rank, stage + 1, micro);
      long input = stage == 0 ? 0 : known(activations, rank, stage - 1, micro);
      long own = known(activations, rank, stage, micro);
      errors.put(List.of(rank, stage, micro), mix(error, own, input, read(rank, stage)));
      for (int bucket : graph.shape().bucketsOf(stage)) {
        var gradient = gradient(rank, bucket, round);
        for (int word = 0; word < ranks; word++) {
          gradient[word] += mix(error, own, input, read(rank, stage), bucket, word);
        }
      }
    }
  }

  private long read(int rank, int stage) {
    long read = stage;
    for (int bucket : graph.shape().bucketsOf(stage)) {
      for (long word : parameters[rank][bucket]) {
        read = mix(read, word);
      }
    }
    return read;
  }

  private void transfer(int bucket, Phase phase, int round) {
    switch (phase) {
      case ALL_REDUCE_GRADIENTS -> sum(bucket, round, Extent.WHOLE);
      case REDUCE_SCATTER_GRADIENTS -> sum(bucket, round, Extent.SHARD);
      case ALL_GATHER_GRADIENTS -> {
        for (int rank = 0; rank < ranks; rank++) {
          for (int word = 0; word < ranks; word++) {
            gradient(rank, bucket, round)[word] = gradient(word, bucket, round)[word];
          }
        }
      }
      case ALL_GATHER_PARAMETERS -> {
        for (int rank = 0; rank < ranks; rank++) {
          for (int word = 0; word < ranks; word++) {
            parameters[rank][bucket][word] = parameters[word][bucket][word];
          }
        }
      }
      case AVERAGE_PARAMETERS -> average(bucket);
    }
  }

  /** The sum over ranks; what a rank does not get is spoilt. */
  private void sum(int bucket, int round, Extent extent) {
    var sums = new long[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      for (int word = 0; word < ranks; word++) {
        sums[word] += gradient(rank, bucket, round)[word];
      }
    }
    for (int rank = 0; rank < ranks; rank++) {
      for (int word = 0; word < ranks; word++) {
        boolean gets = extent == Extent.WHOLE || word == rank;
        gradient(rank, bucket, round)[word] = gets ? sums[word] : mix(sums[word], 13);
      }
    }
  }

  /** A sum stands for the mean: what matters is that all ranks get the same. */
  private void average(int bucket) {
    for (int word = 0; word < ranks; word++) {
      long sum = 0;
      for (int rank = 0; rank < ranks; rank++) {
        sum += parameters[rank][bucket][word];
      }
      for (int rank = 0; rank < ranks; rank++) {
        parameters[rank][bucket][word] = sum;
      }
    }
  }

  private void update(int bucket, Extent extent, int round) {
    for (int rank = 0; rank < ranks; rank++) {
      for (int word = 0; word < ranks; word++) {
        if (extent == Extent.WHOLE || word == rank) {
          parameters[rank][bucket][word] =
              applied(parameters[rank][bucket][word], gradient(rank, bucket, round)[word]);
        }
        gradient(rank, bucket, round)[word] = 0;
      }
    }
  }

  private static long applied(long parameter, long gradient) {
    return mix(parameter, gradient);
  }

  private void treat(int bucket, Extent extent, List<String> names, int round) {
    for (int rank = 0; rank < ranks; rank++) {
      for (int word = 0; word < ranks; word++) {
        for (var name : names) {
          if (extent == Extent.WHOLE || word == rank) {
            long agreed = Objects.requireNonNull(agreements.get(name));
            gradient(rank, bucket, round)[word] *= agreed | 1;
          }
        }
      }
    }
  }

  private void agree(List<Integer> buckets, Extent extent, String name, int round) {
    long agreed = 0;
    for (int bucket : buckets) {
      for (int word = 0; word < ranks; word++) {
        int rank = extent == Extent.WHOLE ? 0 : word;
        agreed += mix(bucket, word, gradient(rank, bucket, round)[word]);
      }
    }
    agreements.put(name, agreed);
  }

  private void lose(int bucket) {
    for (int rank = 0; rank < ranks; rank++) {
      for (int word = 0; word < ranks; word++) {
        if (word != rank) {
          parameters[rank][bucket][word] = mix(parameters[rank][bucket][word], 17);
        }
      }
    }
  }

  private long[] gradient(int rank, int bucket, int round) {
    return gradients.computeIfAbsent(
        List.of(rank, bucket, round % graph.gradientBuffers()), _ -> new long[ranks]);
  }

  private static long known(Map<List<Integer>, Long> values, int rank, int stage, int micro) {
    return values.getOrDefault(List.of(rank, stage, micro), 0L);
  }

  private void load(long[][][] values) {
    for (int rank = 0; rank < ranks; rank++) {
      parameters[rank] = copy(values)[rank];
    }
  }

  private static long[][][] copy(long[][][] values) {
    var copy = new long[values.length][][];
    for (int rank = 0; rank < values.length; rank++) {
      copy[rank] = new long[values[rank].length][];
      for (int bucket = 0; bucket < values[rank].length; bucket++) {
        copy[rank][bucket] = values[rank][bucket].clone();
      }
    }
    return copy;
  }

  private static long mix(long... words) {
    long mixed = 0x9E3779B97F4A7C15L;
    for (long word : words) {
      mixed = (mixed ^ word) * 0xBF58476D1CE4E5B9L;
      mixed ^= mixed >>> 29;
    }
    return mixed;
  }
}
