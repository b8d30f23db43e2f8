package io.weft.schedule;

import io.weft.schedule.graph.Consistency;
import io.weft.schedule.graph.Dependency;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.List;

/**
 * Bulk-synchronous training without overlap: all of backward, then all exchanges, then the next
 * forward. The baseline of every comparison.
 */
public record Sequential() implements Schedule {
  @Override
  public String name() {
    return "sequential";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var updates = new ArrayList<Dependency>();
    for (int bucket : passes.bucketsAsCompleted()) {
      updates.add(new Dependency(update(bucket), 1));
    }
    var round = new ArrayList<Node>(passes.step(0, stage -> stage == 0 ? updates : List.of()));
    for (int bucket : passes.bucketsAsCompleted()) {
      var exchange = new Transfer(bucket, Phase.ALL_REDUCE_GRADIENTS);
      round.add(Node.of(exchange).after(new Backward(0, shape.microSteps() - 1)));
      round.add(Node.of(update(bucket)).after(exchange));
    }
    return StepGraph.of(name(), new Consistency.Exact(), shape, round);
  }

  private static Update update(int bucket) {
    return new Update(bucket, 0, Extent.WHOLE);
  }
}
