package io.weft.schedule.graph;

import io.weft.schedule.graph.Task.Agree;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Forward;
import io.weft.schedule.graph.Task.Local;
import io.weft.schedule.graph.Task.Release;
import io.weft.schedule.graph.Task.Transfer;
import io.weft.schedule.graph.Task.Update;
import java.util.List;

/** Checks that tasks name only stages, buckets, steps and micro-steps that there are. */
record Bounds(Shape shape, int stepsPerRound) {
  void check(List<Node> nodes) {
    nodes.forEach(node -> check(node.task()));
  }

  private void check(Task task) {
    switch (task) {
      case Forward(var stage, var micro) -> checkPass(task, stage, micro);
      case Backward(var stage, var micro) -> checkPass(task, stage, micro);
      case Update(var bucket, var step, _) -> checkStep(task, bucket, step);
      case Local(_, var bucket, var step, _, _) -> checkStep(task, bucket, step);
      case Transfer(var bucket, _, var turn) -> checkTurn(task, bucket, turn);
      case Release(var bucket, var turn) -> checkTurn(task, bucket, turn);
      case Agree(_, var buckets, _) ->
          buckets.forEach(bucket -> checkIndex(task, "bucket", bucket, shape.buckets()));
    }
  }

  private void checkPass(Task task, int stage, int micro) {
    checkIndex(task, "stage", stage, shape.stages());
    checkIndex(task, "micro-step", micro, shape.microSteps() * stepsPerRound);
  }

  private void checkStep(Task task, int bucket, int step) {
    checkIndex(task, "bucket", bucket, shape.buckets());
    checkIndex(task, "step", step, stepsPerRound);
  }

  private void checkTurn(Task task, int bucket, int turn) {
    checkIndex(task, "bucket", bucket, shape.buckets());
    checkIndex(task, "turn", turn, Integer.MAX_VALUE);
  }

  private static void checkIndex(Task task, String what, int index, int end) {
    if (index < 0 || index >= end) {
      throw new IllegalArgumentException(
          "%s: there is no %s %d, choose 0 to %d".formatted(task, what, index, end - 1));
    }
  }
}
