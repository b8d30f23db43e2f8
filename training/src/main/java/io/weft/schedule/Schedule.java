package io.weft.schedule;

import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;

/**
 * A way to order a round: a pure function from the shape of a model to a graph that every rank
 * runs. Implementations hold no state.
 */
public interface Schedule {
  /** The name used in strategy lines and on command lines: {@code wfbp}. */
  String name();

  StepGraph graph(Shape shape);
}
