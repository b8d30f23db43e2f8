package io.weft.training;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Contents;
import io.weft.checkpoint.NamedTensor;
import io.weft.collective.Communicator;
import io.weft.model.BucketPlan;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a checkpoint holds of compression: what every rank remembers of every parameter, and what
 * all remember alike. Other numbers of ranks go on with the same sum; where a checkpoint has
 * nothing of the kind, or it is about other buckets, they begin afresh.
 */
final class CompressionSnapshot {
  static final String FILE = "compression.safetensors";

  private final Communicator communicator;
  private final BucketPlan plan;
  private final Compressors compressors;

  CompressionSnapshot(Communicator communicator, BucketPlan plan, Compressors compressors) {
    this.communicator = communicator;
    this.plan = plan;
    this.compressors = compressors;
  }

  /**
   * A copy of what is remembered. All ranks call it; rank 0 gets what all of them remember, the
   * others only their own.
   */
  List<NamedTensor> gathered(Arena arena) {
    var tensors = new ArrayList<NamedTensor>();
    compressors
        .remembered(communicator, arena)
        .forEach(
            (name, buckets) -> {
              var all = rooms(buckets, arena);
              for (int bucket = 0; bucket < buckets.size(); bucket++) {
                communicator.gather(buckets.get(bucket), all.get(bucket), 0);
              }
              for (int rank = 0; rank < communicator.ranks(); rank++) {
                tensors.addAll(named(name, rank, of(rank, all)));
              }
            });
    compressors
        .common()
        .forEach(
            (name, tensor) ->
                tensors.addAll(Contents.copied(List.of(NamedTensor.of(name, tensor)), arena)));
    return tensors;
  }

  /** Room for the buckets of all ranks. */
  private List<Tensor> rooms(List<Tensor> buckets, Arena arena) {
    return buckets.stream()
        .map(bucket -> arena.allocate(bucket.byteCount() * communicator.ranks()))
        .map(room -> Tensor.of(room, ElementType.FP32))
        .toList();
  }

  /** The buckets of one rank. */
  private List<Tensor> of(int rank, List<Tensor> all) {
    return all.stream()
        .map(
            room -> {
              long count = room.count() / communicator.ranks();
              return room.slice(rank * count, count);
            })
        .toList();
  }

  private List<NamedTensor> named(String name, int rank, List<Tensor> buckets) {
    var tensors = new ArrayList<NamedTensor>();
    new TreeMap<>(PlanTensors.byParameter(plan, buckets))
        .forEach(
            (index, tensor) -> {
              var parameter = plan.parameters().get(index);
              var full = fullName(parameter.name(), name, rank);
              tensors.add(new NamedTensor(full, parameter.shape(), tensor));
            });
    return tensors;
  }

  private static String fullName(String parameter, String name, int rank) {
    return "%s/%s/rank-%d".formatted(parameter, name, rank);
  }

  /** All ranks call it; rank 0 gives the checkpoint. */
  void restore(Optional<Checkpoint> checkpoint, Arena arena) {
    var found = new HashMap<String, Tensor>();
    checkpoint
        .filter(it -> it.files().contains(FILE))
        .map(it -> it.read(FILE, arena))
        .ifPresent(tensors -> tensors.forEach(it -> found.put(it.name(), it.tensor())));
    compressors
        .remembered(communicator, arena)
        .forEach(
            (name, buckets) -> {
              var all = rooms(buckets, arena);
              for (int rank = 0; rank < communicator.ranks(); rank++) {
                fill(name, rank, of(rank, all), found);
              }
              for (int bucket = 0; bucket < buckets.size(); bucket++) {
                communicator.scatter(all.get(bucket), buckets.get(bucket), 0);
              }
              compressors.remember(name, buckets);
            });
    compressors
        .common()
        .forEach(
            (name, tensor) -> {
              fillCommon(name, tensor, found);
              communicator.broadcast(tensor, 0);
            });
  }

  /** What belongs to a bucket of another length begins afresh. */
  private static void fillCommon(String name, Tensor target, Map<String, Tensor> found) {
    var source = found.get(name);
    if (source != null && source.type() != target.type()) {
      throw new CheckpointException(
          "%s holds %s in %s, and %s is needed: no compression of Weft wrote that"
              .formatted(FILE, name, source.type().label(), target.type().label()));
    }
    if (source != null && source.count() == target.count()) {
      target.segment().copyFrom(source.segment());
    }
  }

  /** What a rank goes on with, from what those ranks remembered that wrote the checkpoint. */
  private void fill(String name, int rank, List<Tensor> buckets, Map<String, Tensor> found) {
    PlanTensors.byParameter(plan, buckets)
        .forEach(
            (index, target) -> {
              var parameter = plan.parameters().get(index).name();
              var written = written(parameter, name, found, target);
              if (written.size() == communicator.ranks()) {
                target.segment().copyFrom(written.get(rank).segment());
              } else {
                double share = name.startsWith(Compressors.OF_SUM) ? 1 : 1.0 / communicator.ranks();
                add(written, share, target);
              }
            });
  }

  /** What each rank remembered of a parameter, each as long as the target. */
  private static List<Tensor> written(
      String parameter, String name, Map<String, Tensor> found, Tensor target) {
    var written = new ArrayList<Tensor>();
    for (var tensor = found.get(fullName(parameter, name, 0));
        tensor != null;
        tensor = found.get(fullName(parameter, name, written.size()))) {
      if (tensor.count() != target.count() || tensor.type() != target.type()) {
        throw new CheckpointException(
            "%s holds %d %s of %s, and %d %s are needed: it is of another model"
                .formatted(
                    FILE,
                    tensor.count(),
                    tensor.type().label(),
                    fullName(parameter, name, written.size()),
                    target.count(),
                    target.type().label()));
      }
      written.add(tensor);
    }
    return written;
  }

  private static void add(List<Tensor> tensors, double share, Tensor target) {
    for (long i = 0; i < target.count(); i++) {
      double sum = 0;
      for (var tensor : tensors) {
        sum += tensor.segment().getAtIndex(ValueLayout.JAVA_FLOAT, i);
      }
      target.segment().setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) (sum * share));
    }
  }
}
