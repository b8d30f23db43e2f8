package io.weft.schedule;

import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.StepGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One rank of a toy training: what it does by itself. Numbers are 64-bit words, sums wrap around,
 * and everything else scrambles, so that any mistake shows in the result. A bucket has one word per
 * rank; word r is the shard of rank r.
 */
public final class ToyRank {
  private final StepGraph graph;
  private final int rank;
  private final long[][] parameters;
  private final Map<List<Integer>, long[]> gradients = new ConcurrentHashMap<>();
  private final Map<List<Integer>, Long> activations = new HashMap<>();
  private final Map<List<Integer>, Long> errors = new HashMap<>();
  private final Map<String, Long> agreements = new ConcurrentHashMap<>();

  public ToyRank(StepGraph graph, int rank, int ranks) {
    this.graph = graph;
    this.rank = rank;
    this.parameters = new long[graph.shape().buckets()][ranks];
  }

  public long[][] parameters() {
    return parameters;
  }

  public long[] parameters(int bucket) {
    return parameters[bucket];
  }

  public long[] gradient(int bucket, long round) {
    return gradients.computeIfAbsent(
        List.of(bucket, (int) (round % graph.gradientBuffers())),
        _ -> new long[parameters[bucket].length]);
  }

  void clearGradients() {
    gradients.clear();
  }

  public void forward(long round, int stage, int micro) {
    long input = stage == 0 ? mix(rank, round, micro) : known(activations, stage - 1, micro);
    activations.put(List.of(stage, micro), mix(input, read(stage)));
  }

  public void backward(long round, int stage, int micro) {
    long error = stage == graph.shape().stages() - 1 ? 1 : known(errors, stage + 1, micro);
    long input = stage == 0 ? 0 : known(activations, stage - 1, micro);
    long own = known(activations, stage, micro);
    errors.put(List.of(stage, micro), mix(error, own, input, read(stage)));
    for (int bucket : graph.shape().bucketsOf(stage)) {
      var gradient = gradient(bucket, round);
      for (int word = 0; word < gradient.length; word++) {
        gradient[word] += mix(error, own, input, read(stage), bucket, word);
      }
    }
  }

  private long read(int stage) {
    long read = stage;
    for (int bucket : graph.shape().bucketsOf(stage)) {
      for (long word : parameters[bucket]) {
        read = mix(read, word);
      }
    }
    return read;
  }

  private static long known(Map<List<Integer>, Long> values, int stage, int micro) {
    return values.getOrDefault(List.of(stage, micro), 0L);
  }

  /** Applies the gradient to what the extent says, and clears all of it. */
  public void update(int bucket, Extent extent, long round) {
    var gradient = gradient(bucket, round);
    for (int word = 0; word < gradient.length; word++) {
      if (has(extent, word)) {
        parameters[bucket][word] = mix(parameters[bucket][word], gradient[word]);
      }
      gradient[word] = 0;
    }
  }

  public void treat(int bucket, Extent extent, List<String> names, long round) {
    var gradient = gradient(bucket, round);
    for (var name : names) {
      for (int word = 0; word < gradient.length; word++) {
        if (has(extent, word)) {
          gradient[word] *= Objects.requireNonNull(agreements.get(name)) | 1;
        }
      }
    }
  }

  /** What this rank gives to an agreement: with whole gradients that is all there is. */
  public long opinion(List<Integer> buckets, Extent extent, long round) {
    long opinion = 0;
    for (int bucket : buckets) {
      var gradient = gradient(bucket, round);
      for (int word = 0; word < gradient.length; word++) {
        if (has(extent, word)) {
          opinion += mix(bucket, word, gradient[word]);
        }
      }
    }
    return opinion;
  }

  public void agree(String name, long agreed) {
    agreements.put(name, agreed);
  }

  /** Gives up what belongs to other ranks. */
  public void release(int bucket) {
    for (int word = 0; word < parameters[bucket].length; word++) {
      if (word != rank) {
        parameters[bucket][word] = mix(parameters[bucket][word], 17);
      }
    }
  }

  private boolean has(Extent extent, int word) {
    return extent == Extent.WHOLE || word == rank;
  }

  static long mix(long... words) {
    long mixed = 0x9E3779B97F4A7C15L;
    for (long word : words) {
      mixed = (mixed ^ word) * 0xBF58476D1CE4E5B9L;
      mixed ^= mixed >>> 29;
    }
    return mixed;
  }
}
