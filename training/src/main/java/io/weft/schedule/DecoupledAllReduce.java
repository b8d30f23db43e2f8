package io.weft.schedule;

import io.weft.schedule.graph.Consistency;
import io.weft.schedule.graph.Dependency;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.List;

/**
 * DeAR: the all-reduce is taken apart. Its first half, a reduce-scatter, hides behind backward; its
 * second half, an all-gather, hides behind the forward of the next round. The first round has
 * nothing to gather, and after the last the gathers are still owed.
 *
 * <p>An update is listed before the backward of the stages that come after its bucket, so it runs
 * as soon as the stage under way is through, and its bucket can be gathered while backward goes on,
 * whenever no reduce-scatter needs the link. In the paper all gathers wait for the end of backward.
 *
 * <p>Zhang et al., "DeAR: Accelerating Distributed Deep Learning with Fine-Grained All-Reduce
 * Pipelining", ICDCS 2023. There gradients are gathered and every rank updates everything. Here
 * each rank updates its shard and parameters are gathered: the same bytes, and the optimizer's
 * state and work are divided by the number of ranks. Where gradients are compressed it is done as
 * published, since parameters must arrive as they are.
 *
 * @param gathered what the second half carries
 */
public record DecoupledAllReduce(Gathered gathered) implements Schedule {
  /** What the second half carries. */
  public enum Gathered {
    PARAMETERS,
    GRADIENTS
  }

  /** Gathers parameters. */
  public DecoupledAllReduce() {
    this(Gathered.PARAMETERS);
  }

  @Override
  public String name() {
    return "dear";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var round = new ArrayList<Node>();
    for (int bucket : passes.bucketsAsNeeded()) {
      round.addAll(owed(bucket));
    }
    for (var node : passes.step(0, stage -> waits(shape, stage))) {
      round.add(node);
      for (int bucket : passes.bucketsCompletedBy(node.task(), 0)) {
        round.add(Node.of(reduce(bucket)).after(node.task()));
        if (isParameters()) {
          round.add(Node.of(update(bucket)).after(reduce(bucket)));
        }
      }
    }
    return StepGraph.of(name(), new Consistency.Exact(), shape, round);
  }

  /** What is left to do of the round before. */
  private List<Node> owed(int bucket) {
    var gather = Node.of(gather(bucket)).aged(1);
    return switch (gathered) {
      case PARAMETERS -> List.of(gather.afterPrevious(update(bucket)));
      case GRADIENTS ->
          List.of(
              gather.afterPrevious(reduce(bucket)),
              Node.of(update(bucket)).aged(1).after(gather(bucket)));
    };
  }

  private List<Dependency> waits(Shape shape, int stage) {
    return shape.bucketsFirstUsedBy(stage).stream()
        .map(bucket -> new Dependency(isParameters() ? gather(bucket) : update(bucket), 0))
        .toList();
  }

  private boolean isParameters() {
    return gathered == Gathered.PARAMETERS;
  }

  private static Transfer reduce(int bucket) {
    return new Transfer(bucket, Phase.REDUCE_SCATTER_GRADIENTS);
  }

  private Transfer gather(int bucket) {
    return new Transfer(
        bucket, isParameters() ? Phase.ALL_GATHER_PARAMETERS : Phase.ALL_GATHER_GRADIENTS);
  }

  private Update update(int bucket) {
    return new Update(bucket, 0, isParameters() ? Extent.SHARD : Extent.WHOLE);
  }
}
