package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.collective.program.Layout;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.optimizer.Shard;
import io.weft.optimizer.Updater;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A model in training on one rank: what each task does to it. */
final class Replica implements Performer, AutoCloseable {
  /** The elements of a bucket that this rank updates. */
  private record Own(Updater updater, long first, long count) {
    Tensor of(Tensor bucket) {
      return bucket.slice(first, count);
    }
  }

  private final Model model;
  private final ModelMemory memory;
  private final StepGraph graph;
  private final Settings settings;
  private final Feed feed;
  private final Arena arena = Arena.ofShared();
  private final Map<Integer, Own> owned = new HashMap<>();
  private final int rank;
  private double weight;

  /** There if micro-steps whose loss is not finite add nothing, instead of ending training. */
  private Optional<BufferGuard> skipping = Optional.empty();

  /** Whether the loss of the micro-step under way is. */
  private boolean finite = true;

  /** The weighted loss of this rank in each of the last two rounds. */
  private final Map<Long, Double> losses = new HashMap<>();

  /** The weight of what was skipped in each of them. */
  private final Map<Long, Double> skipped = new HashMap<>();

  Replica(
      Model model,
      ModelMemory memory,
      StepGraph graph,
      Settings settings,
      Feed feed,
      Communicator communicator) {
    this.model = model;
    this.memory = memory;
    this.graph = graph;
    this.settings = settings;
    this.feed = feed;
    this.rank = communicator.rank();
    for (var node : graph.round()) {
      if (node.task() instanceof Task.Update(var bucket, _, var extent)) {
        owned.put(bucket, own(bucket, extent, communicator));
      }
    }
  }

  private Own own(int bucket, Extent extent, Communicator communicator) {
    long count = memory.parametersOf(bucket).count();
    long first = 0;
    if (extent == Extent.SHARD) {
      var counts = Layout.split(count, communicator.ranks());
      first = Arrays.stream(counts).limit(communicator.rank()).sum();
      count = counts[communicator.rank()];
    }
    var shard = Shard.of(memory.plan(), bucket, first, count);
    var updater = settings.optimizer().updater(shard, arena);
    if (extent == Extent.SHARD && updater.sums().count() > 0 && communicator.ranks() > 1) {
      throw new IllegalArgumentException(
          "%s needs the norms of whole parameters, and %s updates shards: choose wfbp"
              .formatted(settings.optimizer(), graph.name()));
    }
    return new Own(updater, first, count);
  }

  /** What the optimizer remembers of the elements that this rank updates. */
  List<Remembered> remembered() {
    var all = new ArrayList<Remembered>();
    new TreeMap<>(owned)
        .forEach(
            (bucket, own) ->
                new TreeMap<>(own.updater.state())
                    .forEach((name, state) -> all.add(new Remembered(bucket, name, state))));
    return all;
  }

  /** The part of this rank in the mean loss of one of the last two rounds. */
  double loss(long round) {
    return losses.getOrDefault(round, 0.0);
  }

  /** The part of this rank's samples in those of all ranks that were skipped in such a round. */
  double skipped(long round) {
    return skipped.getOrDefault(round, 0.0);
  }

  void skipNotFinite() {
    skipping = Optional.of(new BufferGuard(memory, model.buffers().size(), arena));
  }

  @Override
  public void perform(Task task, long round) {
    switch (task) {
      case Task.Forward(var stage, var micro) -> forward(stage, micro, round);
      case Task.Backward(var stage, _) -> backward(stage);
      case Task.Update(var bucket, var step, _) ->
          update(bucket, round * graph.consistency().stepsPerRound() + step);
      case Task.Release _ -> {} // Its memory is kept; what is in it does not count any more.
      case Task.Local _, Task.Transfer _, Task.Agree _ -> throw new AssertionError(task);
    }
  }

  private void forward(int stage, int micro, long round) {
    if (stage == 0) {
      var portion = feed.next(round, micro);
      weight = portion.weight();
      skipping.ifPresent(BufferGuard::keep);
      model.begin(portion.batch(), weight);
    }
    model.forward(stage);
    if (stage == model.stages() - 1) {
      judge(model.loss(), round);
    }
  }

  private void judge(double loss, long round) {
    losses.keySet().removeIf(old -> old < round - 1);
    skipped.keySet().removeIf(old -> old < round - 1);
    finite = Double.isFinite(loss);
    if (finite) {
      losses.merge(round, loss * weight, Double::sum);
    } else if (skipping.isPresent() && NotFiniteException.leavesParameters(model, memory)) {
      skipping.get().putBack();
      skipped.merge(round, weight, Double::sum);
    } else {
      throw NotFiniteException.of(loss, round + 1, rank, model, memory);
    }
  }

  private void backward(int stage) {
    if (finite) {
      model.backward(stage, _ -> {});
    }
  }

  private void update(int bucket, long step) {
    var own = owned.get(bucket);
    if (own == null) {
      throw new AssertionError("bucket " + bucket + " is not in the graph");
    }
    var parameters = own.of(memory.parametersOf(bucket));
    var gradients = own.of(memory.gradientsOf(bucket));
    own.updater.measure(parameters, gradients, step + 1);
    own.updater.update(parameters, gradients, settings.rate().at(step + 1), step + 1);
    memory.gradientsOf(bucket).segment().fill((byte) 0);
  }

  @Override
  public void exchange(Task task, long round, Communicator communicator) {
    if (!(task instanceof Task.Transfer(var bucket, var phase, _))) {
      throw new AssertionError(task);
    }
    exchange(bucket, phase, communicator);
  }

  private void exchange(int bucket, Phase phase, Communicator communicator) {
    var gradients = memory.gradientsOf(bucket);
    var parameters = memory.parametersOf(bucket);
    switch (phase) {
      case ALL_REDUCE_GRADIENTS -> communicator.allReduce(gradients, Reduction.SUM);
      case REDUCE_SCATTER_GRADIENTS -> communicator.reduceScatter(gradients, Reduction.SUM);
      case ALL_GATHER_GRADIENTS -> communicator.allGather(gradients);
      case ALL_GATHER_PARAMETERS -> communicator.allGather(parameters);
      case AVERAGE_PARAMETERS -> communicator.allReduce(parameters, Reduction.MEAN);
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
