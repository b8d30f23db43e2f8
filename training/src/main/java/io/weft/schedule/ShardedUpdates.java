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
 * ZeRO, stages 1 and 2: gradients are summed into shards while backward goes on, each rank updates
 * its shard, and the parameters are gathered in the same round. The optimizer's state is divided by
 * the number of ranks.
 *
 * <p>Rajbhandari et al., "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models", SC
 * 2020, section 5. At stage 2 a rank gives up the gradients of other shards once they are summed,
 * which changes nothing in the order: both stages have the same graph, and here the memory is kept,
 * so that micro-steps add up in it and are exchanged once.
 *
 * @param stage 1 or 2
 */
public record ShardedUpdates(int stage) implements Schedule {
  public ShardedUpdates {
    if (stage != 1 && stage != 2) {
      throw new IllegalArgumentException(
          "stage=%d: 1 shards the optimizer, 2 the gradients too".formatted(stage));
    }
  }

  @Override
  public String name() {
    return "sharded(stage=" + stage + ")";
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
