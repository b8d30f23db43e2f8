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

/** Each rank updates its shard, and the parameters are gathered in the same round. */
record ShardedUpdates() implements Schedule {
  @Override
  public String name() {
    return "sharded updates";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var round = new ArrayList<Node>(passes.step(0, stage -> gathers(shape, stage)));
    for (int bucket : passes.bucketsAsCompleted()) {
      var reduce = new Transfer(bucket, Phase.REDUCE_SCATTER_GRADIENTS);
      var update = new Update(bucket, 0, Extent.SHARD);
      round.add(Node.of(reduce).after(passes.lastBackward(bucket, 0)));
      round.add(Node.of(update).after(reduce));
      round.add(Node.of(gather(bucket)).after(update));
    }
    return StepGraph.of(name(), new Consistency.Exact(), shape, round);
  }

  private static List<Dependency> gathers(Shape shape, int stage) {
    return shape.bucketsFirstUsedBy(stage).stream()
        .map(bucket -> new Dependency(gather(bucket), 1))
        .toList();
  }

  private static Transfer gather(int bucket) {
    return new Transfer(bucket, Phase.ALL_GATHER_PARAMETERS);
  }
}
