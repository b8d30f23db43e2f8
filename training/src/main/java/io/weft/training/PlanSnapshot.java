package io.weft.training;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.NamedTensor;
import io.weft.collective.Communicator;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.Grouping;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a checkpoint holds of buckets that were planned from measured times: a resumed run would
 * measure others, and with other buckets the last bits of sums and all of some compressions differ.
 */
final class PlanSnapshot {
  static final String FILE = "buckets.safetensors";

  private final Communicator communicator;
  private final Grouping grouping;

  PlanSnapshot(Communicator communicator, Grouping grouping) {
    this.communicator = communicator;
    this.grouping = grouping;
  }

  /** For each bucket how many parameters it has, and which. */
  List<NamedTensor> of(BucketPlan plan) {
    var numbers = new ArrayList<Long>();
    for (var bucket : plan.buckets()) {
      numbers.add((long) bucket.size());
      bucket.forEach(index -> numbers.add((long) index));
    }
    var flat = numbers.stream().mapToLong(Long::longValue).toArray();
    return List.of(
        new NamedTensor(grouping.toString(), List.of((long) flat.length), Tensor.of(flat)));
  }

  /**
   * The plan of a checkpoint whose buckets were planned by the same rule, if it has one. All ranks
   * call it; rank 0 gives the checkpoint.
   */
  Optional<BucketPlan> read(
      Optional<Checkpoint> checkpoint, List<Parameter> parameters, Arena arena) {
    long[] flat =
        checkpoint.filter(it -> it.files().contains(FILE)).stream()
            .flatMap(it -> it.read(FILE, arena).stream())
            .filter(tensor -> tensor.name().equals(grouping.toString()))
            .filter(tensor -> tensor.tensor().type() == ElementType.INT64)
            .findFirst()
            .map(found -> found.tensor().segment().toArray(ValueLayout.JAVA_LONG))
            .orElse(new long[0]);
    long[] length = {flat.length};
    communicator.broadcast(Tensor.of(length), 0);
    var shared = communicator.rank() == 0 ? flat : new long[Math.toIntExact(length[0])];
    communicator.broadcast(Tensor.of(shared), 0);
    return shared.length == 0 ? Optional.empty() : Optional.of(planned(parameters, shared));
  }

  private static BucketPlan planned(List<Parameter> parameters, long[] flat) {
    try {
      return new BucketPlan(parameters, buckets(flat));
    } catch (IllegalArgumentException e) {
      throw new CheckpointException(
          "%s is of another model, %s: resume with the model that wrote it"
              .formatted(FILE, e.getMessage()));
    }
  }

  private static List<List<Integer>> buckets(long[] flat) {
    var buckets = new ArrayList<List<Integer>>();
    for (int at = 0; at < flat.length; at += 1 + (int) flat[at]) {
      if (flat[at] < 1 || flat[at] >= flat.length - at) {
        throw new IllegalArgumentException(
            "a bucket of %d parameters where %d are left"
                .formatted(flat[at], flat.length - at - 1));
      }
      var bucket = new ArrayList<Integer>();
      for (int i = 1; i <= flat[at]; i++) {
        bucket.add(Math.clamp(flat[at + i], -1, Integer.MAX_VALUE)); // refused by the plan
      }
      buckets.add(bucket);
    }
    return buckets;
  }
}
