package io.weft.schedule;

import io.weft.schedule.graph.Dependency;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.Task;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Forward;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The forward and backward passes of a round, one micro-step after the other, with what orders them
 * among themselves.
 */
record Passes(Shape shape, int stepsPerRound) {
  /**
   * The passes of one step.
   *
   * @param step which of the round, from 0
   * @param waits what the first forward of a stage in this step waits for beyond the stage before
   *     it; what it lists for a stage need not be listed for later ones
   */
  List<Node> step(int step, IntFunction<List<Dependency>> waits) {
    var nodes = new ArrayList<Node>();
    int first = step * shape.microSteps();
    for (int micro = first; micro < first + shape.microSteps(); micro++) {
      for (int stage = 0; stage < shape.stages(); stage++) {
        var node = forward(stage, micro);
        if (micro == first) {
          for (var dependency : waits(stage, micro, waits)) {
            node = node.after(dependency);
          }
        }
        nodes.add(node);
      }
      for (int stage = shape.stages() - 1; stage >= 0; stage--) {
        nodes.add(backward(stage, micro));
      }
    }
    return nodes;
  }

  private Node forward(int stage, int micro) {
    var node = Node.of(new Forward(stage, micro));
    if (stage > 0) {
      return node.after(new Forward(stage - 1, micro));
    }
    return micro % shape.microSteps() == 0 ? node : node.after(new Backward(0, micro - 1));
  }

  private Node backward(int stage, int micro) {
    return Node.of(new Backward(stage, micro))
        .after(
            stage == shape.stages() - 1
                ? new Forward(stage, micro)
                : new Backward(stage + 1, micro));
  }

  /** A first stage that waits for no bucket still waits for the passes before it. */
  private List<Dependency> waits(int stage, int micro, IntFunction<List<Dependency>> waits) {
    var listed = waits.apply(stage);
    return stage == 0 && listed.isEmpty() ? List.of(passesBefore(micro)) : listed;
  }

  private Dependency passesBefore(int micro) {
    return micro > 0
        ? new Dependency(new Backward(0, micro - 1), 0)
        : new Dependency(new Backward(0, shape.microSteps() * stepsPerRound - 1), 1);
  }

  /** The backward after which the gradients of a bucket are complete in a step. */
  Backward lastBackward(int bucket, int step) {
    return new Backward(shape.firstUser(bucket), (step + 1) * shape.microSteps() - 1);
  }

  /** The buckets whose gradients are complete in a step as soon as a pass is done. */
  List<Integer> bucketsCompletedBy(Task pass, int step) {
    int last = (step + 1) * shape.microSteps() - 1;
    return pass instanceof Backward(var stage, var micro) && micro == last
        ? shape.bucketsFirstUsedBy(stage)
        : List.of();
  }

  /** The buckets in the order in which backward completes them. */
  List<Integer> bucketsAsCompleted() {
    var buckets = new ArrayList<Integer>();
    for (int stage = shape.stages() - 1; stage >= 0; stage--) {
      buckets.addAll(shape.bucketsFirstUsedBy(stage));
    }
    return buckets;
  }

  /** The buckets in the order in which forward needs them. */
  List<Integer> bucketsAsNeeded() {
    var buckets = new ArrayList<Integer>();
    for (int stage = 0; stage < shape.stages(); stage++) {
      buckets.addAll(shape.bucketsFirstUsedBy(stage));
    }
    return buckets;
  }
}
