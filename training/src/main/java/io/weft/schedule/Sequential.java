package io.weft.schedule;

import io.weft.schedule.graph.Consistency;
import io.weft.schedule.graph.Dependency;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.List;

/**
 * Bulk-synchronous training without overlap: all of backward, then all exchanges, then all updates,
 * then the next forward. Nothing is computed while anything travels, so nothing is hidden. The
 * baseline of every comparison.
 */
public record Sequential() implements Schedule {
  @Override
  public String name() {
    return "sequential";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var buckets = passes.bucketsAsCompleted();
    var exchanges = buckets.stream().map(Sequential::exchange).toArray(Task[]::new);
    var last = new Dependency(update(buckets.getLast()), 1);
    var round =
        new ArrayList<Node>(passes.step(0, stage -> stage == 0 ? List.of(last) : List.of()));
    for (var exchange : exchanges) {
      round.add(Node.of(exchange).after(new Backward(0, shape.microSteps() - 1)));
    }
    round.add(Node.of(update(buckets.getFirst())).after(exchanges));
    for (int at = 1; at < buckets.size(); at++) {
      round.add(Node.of(update(buckets.get(at))).after(update(buckets.get(at - 1))));
    }
    return StepGraph.of(name(), new Consistency.Exact(), shape, round);
  }

  private static Transfer exchange(int bucket) {
    return new Transfer(bucket, Phase.ALL_REDUCE_GRADIENTS);
  }

  private static Update update(int bucket) {
    return new Update(bucket, 0, Extent.WHOLE);
  }
}
