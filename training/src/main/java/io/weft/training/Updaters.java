package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.model.BucketPlan;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Shard;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Task;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.Pieces;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The optimizers of what a rank updates, with what they remember. */
final class Updaters implements AutoCloseable {
  private final Pieces pieces;
  private final Arena arena = Arena.ofShared();
  private final Map<Integer, Own> owned = new TreeMap<>();

  /** They remember nothing yet. */
  Updaters(Arrangement arrangement, Optimizer optimizer, Communicator communicator) {
    this.pieces = arrangement.pieces();
    var member = new Own.Member(communicator.rank(), communicator.ranks(), arena);
    for (var node : arrangement.graph().round()) {
      if (node.task() instanceof Task.Update(var number, _, var extent)) {
        owned.put(number, Own.of(pieces, number, extent, optimizer, member));
      }
    }
  }

  Own get(int number) {
    var own = owned.get(number);
    if (own == null) {
      throw new AssertionError("bucket " + number + " is not in the graph");
    }
    return own;
  }

  /** Remembers what others did, however they were arranged. All ranks call it. */
  void take(Updaters others, Communicator communicator) {
    try (var scratch = Arena.ofShared()) {
      others
          .remembered(communicator, scratch)
          .forEach((name, old) -> remember(name, relaid(others.pieces.plan(), old, scratch)));
    }
  }

  /** Remembers what all ranks know of every bucket, as far as it is this rank's. */
  void remember(String name, List<Tensor> buckets) {
    owned.forEach(
        (number, own) -> {
          var piece = pieces.get(number);
          var whole = buckets.get(piece.bucket()).slice(piece.first(), piece.count());
          var target = own.updater().state().get(name);
          if (target == null) {
            throw new AssertionError("no optimizer remembers " + name);
          }
          target.segment().copyFrom(own.of(whole).segment());
        });
  }

  /** What all ranks remember together, by name and bucket. All ranks call it. */
  Map<String, List<Tensor>> remembered(Communicator communicator, Arena scratch) {
    var remembered = new TreeMap<String, List<Tensor>>();
    owned.forEach(
        (number, own) ->
            new TreeMap<>(own.updater().state())
                .forEach(
                    (name, state) -> {
                      var buckets =
                          remembered.computeIfAbsent(name, _ -> zeros(pieces.plan(), scratch));
                      gather(number, own, state, buckets, communicator);
                    }));
    return remembered;
  }

  private void gather(
      int number, Own own, Tensor state, List<Tensor> buckets, Communicator communicator) {
    var piece = pieces.get(number);
    var whole = buckets.get(piece.bucket()).slice(piece.first(), piece.count());
    own.of(whole).segment().copyFrom(state.segment());
    if (own.extent() == Extent.SHARD) {
      communicator.allGather(whole);
    }
  }

  private static List<Tensor> zeros(BucketPlan plan, Arena scratch) {
    var buckets = new ArrayList<Tensor>();
    for (int bucket = 0; bucket < plan.buckets().size(); bucket++) {
      buckets.add(Tensor.of(scratch.allocate(plan.bytesOf(bucket)), ElementType.FP32));
    }
    return buckets;
  }

  /** The same, parameter by parameter, in the buckets of this plan. */
  private List<Tensor> relaid(BucketPlan from, List<Tensor> old, Arena scratch) {
    var sources = byParameter(from, old);
    var buckets = zeros(pieces.plan(), scratch);
    byParameter(pieces.plan(), buckets)
        .forEach(
            (index, target) -> {
              var source = sources.get(index);
              if (source != null) {
                target.segment().copyFrom(source.segment());
              }
            });
    return buckets;
  }

  /** The parts of buckets that belong to each parameter, by its index. */
  static Map<Integer, Tensor> byParameter(BucketPlan plan, List<Tensor> buckets) {
    var parameters = new HashMap<Integer, Tensor>();
    for (int bucket = 0; bucket < plan.buckets().size(); bucket++) {
      for (var part : Shard.of(plan, bucket).parts()) {
        int index = plan.buckets().get(bucket).get(part.place());
        parameters.put(index, buckets.get(bucket).slice(part.first(), part.count()));
      }
    }
    return parameters;
  }

  @Override
  public void close() {
    arena.close();
  }
}
