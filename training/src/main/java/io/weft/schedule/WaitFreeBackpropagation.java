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
 * Wait-free back-propagation: a bucket is exchanged as soon as backward has completed its
 * gradients, while backward goes on; the next forward waits, stage by stage, for the buckets that
 * it uses.
 *
 * <p>Zhang et al., "Poseidon: An Efficient Communication Architecture for Distributed Deep Learning
 * on GPU Clusters", USENIX ATC 2017, section 3. There the unit is a layer; here it is a bucket, so
 * the published form is a shape with one bucket per layer.
 */
public record WaitFreeBackpropagation() implements Schedule {
  @Override
  public String name() {
    return "wfbp";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var round = new ArrayList<Node>(passes.step(0, stage -> updates(shape, stage)));
    for (int bucket : passes.bucketsAsCompleted()) {
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
