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
 * <p>Zhang et al., "DeAR: Accelerating Distributed Deep Learning with Fine-Grained All-Reduce
 * Pipelining", ICDCS 2023. There gradients are gathered and every rank updates everything. Here
 * each rank updates its shard and parameters are gathered: the same bytes, and the optimizer's
 * state and work are divided by the number of ranks.
 */
public record DecoupledAllReduce() implements Schedule {
  @Override
  public String name() {
    return "dear";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var round = new ArrayList<Node>();
    for (int bucket : passes.bucketsAsNeeded()) {
      round.add(Node.of(gather(bucket)).aged(1).afterPrevious(update(bucket)));
    }
    round.addAll(passes.step(0, stage -> gathers(shape, stage)));
    for (int bucket : passes.bucketsAsCompleted()) {
      var reduce = new Transfer(bucket, Phase.REDUCE_SCATTER_GRADIENTS);
      round.add(Node.of(reduce).after(passes.lastBackward(bucket, 0)));
      round.add(Node.of(update(bucket)).after(reduce));
    }
    return StepGraph.of(name(), new Consistency.Exact(), shape, round);
  }

  private static List<Dependency> gathers(Shape shape, int stage) {
    return shape.bucketsFirstUsedBy(stage).stream()
        .map(bucket -> new Dependency(gather(bucket), 0))
        .toList();
  }

  private static Transfer gather(int bucket) {
    return new Transfer(bucket, Phase.ALL_GATHER_PARAMETERS);
  }

  private static Update update(int bucket) {
    return new Update(bucket, 0, Extent.SHARD);
  }
}
