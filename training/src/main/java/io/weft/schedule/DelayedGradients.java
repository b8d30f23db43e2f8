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
 * Delayed gradients: what a round sends is applied d rounds later, so an exchange may take as long
 * as d whole rounds without being noticed. It needs d + 1 gradient buffers.
 *
 * <p>Li et al., "Pipe-SGD: A Decentralized Pipelined SGD Framework for Distributed Deep Net
 * Training", NeurIPS 2018.
 *
 * @param delay d
 */
public record DelayedGradients(int delay) implements Schedule {
  public DelayedGradients {
    if (delay < 1) {
      throw new IllegalArgumentException(
          "delay=%d: at least 1 round, or choose wfbp".formatted(delay));
    }
  }

  @Override
  public String name() {
    return delay == 1 ? "delayed" : "delayed(" + delay + ")";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var round = new ArrayList<Node>(passes.step(0, stage -> updates(shape, stage)));
    for (int bucket : passes.bucketsAsCompleted()) {
      var exchange = new Transfer(bucket, Phase.ALL_REDUCE_GRADIENTS);
      var backward = passes.lastBackward(bucket, 0);
      round.add(Node.of(exchange).after(backward));
      round.add(
          Node.of(update(bucket))
              .aged(delay)
              .after(backward)
              .after(new Dependency(exchange, delay)));
    }
    return new StepGraph(
        name(), new Consistency.Delayed(delay), shape, delay + 1, List.of(), round);
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
