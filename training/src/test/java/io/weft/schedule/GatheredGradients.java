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

/** DeAR as published: gradients are gathered, and every rank updates everything. */
record GatheredGradients() implements Schedule {
  @Override
  public String name() {
    return "dear as published";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var round = new ArrayList<Node>();
    for (int bucket : passes.bucketsAsNeeded()) {
      var gather = new Transfer(bucket, Phase.ALL_GATHER_GRADIENTS);
      round.add(Node.of(gather).aged(1).afterPrevious(reduce(bucket)));
      round.add(Node.of(update(bucket)).aged(1).after(gather));
    }
    round.addAll(passes.step(0, stage -> updates(shape, stage)));
    for (int bucket : passes.bucketsAsCompleted()) {
      round.add(Node.of(reduce(bucket)).after(passes.lastBackward(bucket, 0)));
    }
    return StepGraph.of(name(), new Consistency.Exact(), shape, round);
  }

  private static List<Dependency> updates(Shape shape, int stage) {
    return shape.bucketsFirstUsedBy(stage).stream()
        .map(bucket -> new Dependency(update(bucket), 0))
        .toList();
  }

  private static Transfer reduce(int bucket) {
    return new Transfer(bucket, Phase.REDUCE_SCATTER_GRADIENTS);
  }

  private static Update update(int bucket) {
    return new Update(bucket, 0, Extent.WHOLE);
  }
}
