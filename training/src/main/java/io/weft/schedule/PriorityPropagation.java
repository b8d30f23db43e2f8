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
 * Priority-based propagation: as soon as backward has completed a bucket it may be exchanged, but
 * what the next forward needs first goes first, and no barrier stands between rounds. The list of
 * the round is in that order, which is all that tells it from {@link WaitFreeBackpropagation}.
 *
 * <p>Jayarajan et al., "Priority-based Parameter Propagation for Distributed DNN Training", MLSys
 * 2019; Peng et al., "A Generic Communication Scheduler for Distributed DNN Training Acceleration",
 * SOSP 2019. Both cut tensors into parts of one size; the published form is therefore a shape with
 * one bucket per part.
 */
public record PriorityPropagation() implements Schedule {
  @Override
  public String name() {
    return "priority";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var round = new ArrayList<Node>(passes.step(0, stage -> updates(shape, stage)));
    for (int bucket : passes.bucketsAsNeeded()) {
      var exchange = new Transfer(bucket, Phase.ALL_REDUCE_GRADIENTS);
      round.add(Node.of(exchange).after(passes.lastBackward(bucket, 0)));
      round.add(Node.of(update(bucket)).after(exchange));
    }
    return StepGraph.of(name(), new Consistency.Exact(), shape, round);
  }

  private static List<Dependency> updates(Shape shape, int stage) {
    return shape.bucketsFirstUsedBy(stage).stream()
        .map(bucket -> new Dependency(update(bucket), 1))
        .toList();
  }

  private static Update update(int bucket) {
    return new Update(bucket, 0, Extent.WHOLE);
  }
}
