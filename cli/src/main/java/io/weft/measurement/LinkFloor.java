package io.weft.measurement;

import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.simulation.Cost;
import io.weft.simulation.Prediction;
import java.util.function.ToDoubleFunction;

/**
 * What a step takes if nothing but the graph, the stages and the goodput of links holds it up:
 * exchanges start at once, take no time of processors and let more urgent ones go first.
 *
 * @param taskSeconds of what is no exchange
 * @param bytes of the bucket that a transfer exchanges, as they travel
 * @param bytesPerSecond that a rank can send
 */
record LinkFloor(
    int ranks,
    ToDoubleFunction<Task> taskSeconds,
    ToDoubleFunction<Task.Transfer> bytes,
    double bytesPerSecond) {
  /** Between parts of this size a more urgent exchange goes first. */
  private static final double PART_BYTES = 1 << 20;

  double seconds(StepGraph graph) {
    return Prediction.of(graph, this::cost).stepSeconds();
  }

  private Cost cost(Task task) {
    return switch (task) {
      case Task.Transfer transfer -> sent(bytes.applyAsDouble(transfer) * factor(transfer.phase()));
      case Task.Agree _ -> Cost.NONE;
      case Task.Forward _, Task.Backward _, Task.Update _, Task.Local _, Task.Release _ ->
          new Cost(taskSeconds.applyAsDouble(task), 0, 0, 1);
    };
  }

  private Cost sent(double wireBytes) {
    int parts = (int) Math.max(1, Math.ceil(wireBytes / PART_BYTES));
    return new Cost(wireBytes == 0 ? 0 : wireBytes / bytesPerSecond, 0, wireBytes, parts);
  }

  /** What a rank must send at least per byte of a bucket. */
  private double factor(Phase phase) {
    double others = (ranks - 1) / (double) ranks;
    return switch (phase) {
      case ALL_REDUCE_GRADIENTS, AVERAGE_PARAMETERS -> 2 * others;
      case REDUCE_SCATTER_GRADIENTS, ALL_GATHER_GRADIENTS, ALL_GATHER_PARAMETERS -> others;
    };
  }

  /** What a rank must send at least in a round of the graph. */
  double wireBytes(StepGraph graph) {
    return graph.round().stream().mapToDouble(node -> cost(node.task()).wireBytes()).sum();
  }
}
