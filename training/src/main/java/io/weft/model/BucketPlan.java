package io.weft.model;

import io.weft.schedule.graph.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Which parameters travel together.
 *
 * @param buckets for each bucket the indices of its parameters, in the order in which they lie in
 *     it
 */
public record BucketPlan(List<Parameter> parameters, List<List<Integer>> buckets) {
  /** Every parameter begins at a multiple of this: a line of the cache, and any vector. */
  static final int ALIGNMENT = 64;

  private static final int SEVERAL = 8;
  private static final long SMALL_BYTES = 2 << 20;
  private static final long FIRST_BYTES = 1 << 20;

  public BucketPlan {
    parameters = List.copyOf(parameters);
    buckets = buckets.stream().map(List::copyOf).toList();
    var listed = buckets.stream().flatMap(List::stream).sorted().toList();
    if (!listed.equals(trained(parameters)) || buckets.stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException(
          "buckets %s: each trained parameter of %s in one, and none empty"
              .formatted(buckets, trained(parameters)));
    }
  }

  private static List<Integer> trained(List<Parameter> parameters) {
    return IntStream.range(0, parameters.size())
        .filter(index -> parameters.get(index).trained())
        .boxed()
        .toList();
  }

  /**
   * Fills buckets in the order in which backward completes gradients; a bucket is full when the
   * next parameter would make it larger than that many bytes.
   */
  public static BucketPlan bySize(List<Parameter> parameters, long bytes) {
    return bySize(parameters, asCompleted(parameters), bytes);
  }

  /**
   * The same with smaller buckets where there would be fewer than eight, as long as these have two
   * megabytes: with a few large ones most of an exchange has nothing to hide behind.
   */
  public static BucketPlan overlapping(List<Parameter> parameters, long bytes) {
    long all = trained(parameters).stream().mapToLong(it -> bytes(parameters.get(it))).sum();
    return bySize(parameters, Math.min(bytes, Math.max(SMALL_BYTES, all / SEVERAL)));
  }

  /** The same with the trained parameters in an order of choice, by their indices. */
  public static BucketPlan bySize(List<Parameter> parameters, List<Integer> order, long bytes) {
    return filled(parameters, order, Long.MAX_VALUE, bytes);
  }

  /**
   * The same, but the first bucket is full when it has a megabyte, so that exchanges begin early.
   *
   * <p>Li et al., "PyTorch Distributed: Experiences on Accelerating Data Parallel Training", VLDB
   * 2020, fill buckets so; there each may grow beyond its size by its last parameter.
   */
  public static BucketPlan startingSmall(
      List<Parameter> parameters, List<Integer> order, long bytes) {
    return filled(parameters, order, FIRST_BYTES, bytes);
  }

  private static BucketPlan filled(
      List<Parameter> parameters, List<Integer> order, long firstBytes, long bytes) {
    var buckets = new ArrayList<List<Integer>>();
    var bucket = new ArrayList<Integer>();
    long filled = 0;
    for (int index : order) {
      long size = bytes(parameters.get(index));
      boolean enough = buckets.isEmpty() && filled >= firstBytes;
      if (!bucket.isEmpty() && (enough || filled + size > bytes)) {
        buckets.add(List.copyOf(bucket));
        bucket.clear();
        filled = 0;
      }
      bucket.add(index);
      filled += size;
    }
    if (!bucket.isEmpty()) {
      buckets.add(bucket);
    }
    return new BucketPlan(parameters, buckets);
  }

  /** One bucket for each parameter. */
  public static BucketPlan perParameter(List<Parameter> parameters) {
    return bySize(parameters, 0);
  }

  /** Later stages first; within a stage the last used first. */
  public static List<Integer> asCompleted(List<Parameter> parameters) {
    var latest =
        Comparator.<Integer>comparingInt(index -> parameters.get(index).firstStage())
            .thenComparing(Comparator.naturalOrder())
            .reversed();
    return trained(parameters).stream().sorted(latest).toList();
  }

  /** What a parameter takes, with what aligns the next one. */
  public static long bytes(Parameter parameter) {
    return (parameter.count() * Float.BYTES + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** How many bytes a bucket has. */
  public long bytesOf(int bucket) {
    return buckets.get(bucket).stream().mapToLong(index -> bytes(parameters.get(index))).sum();
  }

  /** What a schedule must know of it. */
  public Shape shape(int stages, int microSteps) {
    return new Shape(stages, buckets.stream().map(this::users).toList(), microSteps);
  }

  private List<Integer> users(List<Integer> bucket) {
    var users = new TreeSet<Integer>();
    bucket.forEach(index -> users.addAll(parameters.get(index).stages()));
    return List.copyOf(users);
  }
}
