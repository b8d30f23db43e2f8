package io.weft.training;

import io.weft.model.BucketPlan;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.schedule.AgreedNorms;
import io.weft.schedule.FiniteCheck;
import io.weft.schedule.GlobalNormClipping;
import io.weft.schedule.Schedule;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.training.bucket.Pieces;

/** What travels together, where it lies, and what is done with it in a round. */
record Arrangement(Pieces pieces, ModelMemory memory, StepGraph graph) implements AutoCloseable {
  /** An arrangement by a plan; the model is not in its memory yet. */
  static Arrangement of(Model model, BucketPlan plan, Settings settings) {
    var pieces = settings.grouping().pieces(plan);
    var shape = pieces.shape(model.stages(), settings.microSteps());
    var graph = graph(pieces, shape, settings);
    return new Arrangement(pieces, new ModelMemory(plan, model.buffers()), graph);
  }

  private static StepGraph graph(Pieces pieces, Shape shape, Settings settings) {
    Schedule schedule = settings.schedule();
    if (settings.clipNorm().isPresent() && !settings.clipsBeforeEncoding()) {
      schedule = new GlobalNormClipping(schedule);
    }
    var graph = schedule.graph(shape);
    if (settings.optimizer().hasSums() && updatesParts(graph, pieces)) {
      graph = new AgreedNorms(schedule, pieces.perBucket()).graph(shape);
    }
    if (graph.gradientBuffers() > 1) {
      throw new IllegalArgumentException(
          "%s needs %d buffers for gradients, and models have one: choose an exact schedule"
              .formatted(graph.name(), graph.gradientBuffers()));
    }
    return FiniteCheck.added(graph);
  }

  /** Whether an update may see only a part of a parameter. */
  private static boolean updatesParts(StepGraph graph, Pieces pieces) {
    return pieces.list().size() > pieces.plan().buckets().size()
        || graph.round().stream()
            .anyMatch(
                node ->
                    node.task() instanceof Task.Update(_, _, var extent) && extent == Extent.SHARD);
  }

  /** How many bytes of gradients or parameters a task sends, before they are coded. */
  long bytesOf(Task task) {
    return task instanceof Task.Transfer transfer ? pieces.bytesOf(transfer.bucket()) : 0;
  }

  @Override
  public void close() {
    memory.close();
  }
}
