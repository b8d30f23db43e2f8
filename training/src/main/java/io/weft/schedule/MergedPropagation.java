package io.weft.schedule;

import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;

/**
 * MG-WFBP: {@link WaitFreeBackpropagation} with gradients merged into buckets as {@link
 * MergedGradients} says. The order is the same; what it is about are other buckets.
 */
public record MergedPropagation() implements Schedule {
  @Override
  public String name() {
    return "mg-wfbp";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var graph = new WaitFreeBackpropagation().graph(shape);
    return StepGraph.of(name(), graph.consistency(), shape, graph.round());
  }
}
