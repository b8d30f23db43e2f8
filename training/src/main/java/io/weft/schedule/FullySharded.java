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
import io.weft.schedule.graph.Task.Forward;
import io.weft.schedule.graph.Task.Release;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * ZeRO, stage 3, and FSDP: parameters are kept in shards, gathered before the first forward that
 * uses them, given up after the last, gathered again for backward and given up again; gradients are
 * summed into shards. With micro-steps, parameters stay from the first backward to the last.
 *
 * <p>Rajbhandari et al., "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models", SC
 * 2020, section 5.3.
 */
public record FullySharded() implements Schedule {
  @Override
  public String name() {
    return "sharded(stage=3)";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var passes = new Passes(shape, 1);
    var round = new ArrayList<Node>();
    for (int bucket : passes.bucketsAsNeeded()) {
      round.add(
          Node.of(gather(bucket, 0)).aged(1).afterPrevious(update(bucket), new Release(bucket, 1)));
    }
    for (var node : passes.step(0, stage -> gathers(shape, stage))) {
      round.add(withGathers(shape, node));
      release(shape, node.task(), round);
    }
    for (int bucket : passes.bucketsAsCompleted()) {
      var reduce = new Transfer(bucket, Phase.REDUCE_SCATTER_GRADIENTS);
      round.add(Node.of(reduce).after(passes.lastBackward(bucket, 0)));
      round.add(Node.of(update(bucket)).after(reduce));
    }
    return StepGraph.of(name(), new Consistency.Exact(), shape, round);
  }

  /** In the first micro-step's backward, the last user of a bucket waits for it. */
  private static Node withGathers(Shape shape, Node node) {
    if (!(node.task() instanceof Backward(var stage, var micro)) || micro > 0) {
      return node;
    }
    var gathers = new LinkedHashSet<Dependency>();
    for (int bucket : shape.bucketsOf(stage)) {
      if (shape.users().get(bucket).getLast() == stage) {
        gathers.add(new Dependency(gather(bucket, 1), 0));
      }
    }
    if (gathers.isEmpty() || stage < shape.stages() - 1) {
      gathers.addAll(node.dependencies());
    } // Else a gather of the last stage waits for the forward that the node would wait for.
    return node.withDependencies(gathers);
  }

  /** After the last use of a bucket in forward, and in the backward of the last micro-step. */
  private static void release(Shape shape, Task task, List<Node> round) {
    for (int bucket = 0; bucket < shape.buckets(); bucket++) {
      int lastUser = shape.users().get(bucket).getLast();
      if (task.equals(new Forward(lastUser, 0))) {
        round.add(Node.of(new Release(bucket, 0)).after(task));
        round.add(Node.of(gather(bucket, 1)).after(new Release(bucket, 0)));
      }
      if (task.equals(new Backward(shape.firstUser(bucket), shape.microSteps() - 1))) {
        round.add(Node.of(new Release(bucket, 1)).after(task));
      }
    }
  }

  private static List<Dependency> gathers(Shape shape, int stage) {
    return shape.bucketsFirstUsedBy(stage).stream()
        .map(bucket -> new Dependency(gather(bucket, 0), 0))
        .toList();
  }

  private static Transfer gather(int bucket, int turn) {
    return new Transfer(bucket, Phase.ALL_GATHER_PARAMETERS, turn);
  }

  private static Update update(int bucket) {
    return new Update(bucket, 0, Extent.SHARD);
  }
}
