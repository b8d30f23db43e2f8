package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.optimizer.Optimizer;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Task;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.Pieces;
import java.lang.foreign.Arena;
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
          .forEach(
              (name, old) ->
                  remember(
                      name, PlanTensors.relaid(others.pieces.plan(), old, pieces.plan(), scratch)));
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
                          remembered.computeIfAbsent(
                              name, _ -> PlanTensors.zeros(pieces.plan(), scratch));
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

  @Override
  public void close() {
    arena.close();
  }
}
