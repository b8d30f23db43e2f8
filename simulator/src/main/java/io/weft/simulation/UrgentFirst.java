package io.weft.simulation;

import io.weft.schedule.Schedule;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Shape;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Another schedule whose exchanges give way to those that the next forward needs first.
 *
 * <p>Peng et al., "A Generic Communication Scheduler for Distributed DNN Training Acceleration",
 * SOSP 2019.
 */
public record UrgentFirst(Schedule schedule) implements Schedule {
  @Override
  public String name() {
    return "priority";
  }

  @Override
  public StepGraph graph(Shape shape) {
    var graph = schedule.graph(shape);
    var passes = new ArrayList<Node>();
    var others = new ArrayList<Node>();
    for (var node : graph.round()) {
      (bucket(node.task()) < 0 ? passes : others).add(node);
    }
    // The sort is stable, so the update of a bucket stays behind its exchange.
    others.sort(Comparator.comparingInt(node -> shape.firstUser(bucket(node.task()))));
    List<Node> round = new ArrayList<>(passes);
    round.addAll(others);
    return new StepGraph(
        name(), graph.consistency(), shape, graph.gradientBuffers(), graph.treatments(), round);
  }

  private static int bucket(Task task) {
    return switch (task) {
      case Task.Transfer transfer -> transfer.bucket();
      case Task.Update update -> update.bucket();
      case Task.Forward _, Task.Backward _, Task.Local _, Task.Agree _, Task.Release _ -> -1;
    };
  }
}
