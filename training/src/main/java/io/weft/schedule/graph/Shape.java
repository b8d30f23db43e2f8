package io.weft.schedule.graph;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What a schedule must know of a model: its stages, the buckets in which its gradients travel, and
 * how many micro-steps make a step.
 *
 * @param stages how many stages run forward from 0 on, and backward to 0
 * @param users for each bucket the stages that use parameters in it, ascending; a bucket may span
 *     stages, and a tied parameter is used by several
 * @param microSteps how many micro-steps accumulate into the gradient of one step
 */
public record Shape(int stages, List<List<Integer>> users, int microSteps) {
  public Shape {
    users = users.stream().map(Shape::ascending).toList();
    if (stages < 1 || microSteps < 1 || users.isEmpty()) {
      throw new IllegalArgumentException(
          "a model of %d stages and %d buckets with %d micro-steps: at least 1 of each"
              .formatted(stages, users.size(), microSteps));
    }
    for (int bucket = 0; bucket < users.size(); bucket++) {
      checkUsers(bucket, users.get(bucket), stages);
    }
  }

  private static List<Integer> ascending(List<Integer> stages) {
    return stages.stream().sorted().distinct().toList();
  }

  private static void checkUsers(int bucket, List<Integer> users, int stages) {
    if (users.isEmpty() || users.getFirst() < 0 || users.getLast() >= stages) {
      throw new IllegalArgumentException(
          "bucket %d is used by stages %s: name one or more of 0 to %d"
              .formatted(bucket, users, stages - 1));
    }
  }

  /** A model of which each stage has a bucket of its own, with the same number. */
  public static Shape bucketPerStage(int stages, int microSteps) {
    return new Shape(stages, IntStream.range(0, stages).mapToObj(List::of).toList(), microSteps);
  }

  public int buckets() {
    return users.size();
  }

  /** The buckets that a stage uses, ascending. */
  public List<Integer> bucketsOf(int stage) {
    return bucketNumbers().filter(bucket -> users.get(bucket).contains(stage)).boxed().toList();
  }

  /**
   * The first stage that uses a bucket: forward needs the bucket from here on, and backward is done
   * with it here.
   */
  public int firstUser(int bucket) {
    return users.get(bucket).getFirst();
  }

  /** The buckets that no stage before this one uses, ascending. */
  public List<Integer> bucketsFirstUsedBy(int stage) {
    return bucketNumbers().filter(bucket -> firstUser(bucket) == stage).boxed().toList();
  }

  private IntStream bucketNumbers() {
    return IntStream.range(0, users.size());
  }
}
