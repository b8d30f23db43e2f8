package io.weft.simulation;

import io.weft.schedule.graph.Instance;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import java.util.List;

/**
 * When each task of a run began and ended, in seconds, and what it waited for last. Tasks are
 * numbered as the instances of the run: those of rank 0 first, then those of rank 1, and so on.
 */
final class Timetable {
  private final StepGraph graph;
  private final List<Instance> instances;
  private final List<Cost> costs;
  private final double[] start;
  private final double[] end;
  private final int[] cause;

  /** Keeps the arrays. */
  Timetable(
      StepGraph graph,
      List<Instance> instances,
      List<Cost> costs,
      double[] start,
      double[] end,
      int[] cause) {
    this.graph = graph;
    this.instances = instances;
    this.costs = costs;
    this.start = start;
    this.end = end;
    this.cause = cause;
  }

  List<Instance> instances() {
    return instances;
  }

  /** What the task of a number is. */
  Task task(int number) {
    return instances.get(number % instances.size()).task();
  }

  double start(int index) {
    return start[index];
  }

  double end(int index) {
    return end[index];
  }

  Cost cost(int index) {
    return costs.get(index % instances.size());
  }

  /** The task whose end let this one begin; negative if there was none. */
  int cause(int index) {
    return cause[index];
  }

  /** The last backward of a round: one of these per round divides a run into equal parts. */
  int lastBackward(int round) {
    var task = new Task.Backward(0, graph.microStepsPerRound() - 1);
    return instances.stream()
        .filter(instance -> instance.round() == round && instance.task().equals(task))
        .findFirst()
        .orElseThrow()
        .index();
  }

  /** Seconds that a resource is busy in one steady round. */
  double busySeconds(Resource resource, int round) {
    return instances.stream()
        .filter(it -> it.round() == round && it.node().resource() == resource)
        .mapToDouble(it -> costs.get(it.index()).seconds())
        .sum();
  }

  /** Seconds of processors that a rank takes in one steady round. */
  double coreSeconds(int round) {
    return instances.stream()
        .filter(it -> it.round() == round)
        .mapToDouble(it -> costs.get(it.index()).coreSeconds())
        .sum();
  }

  /** Bytes that a rank sends in one steady round. */
  double wireBytes(int round) {
    return instances.stream()
        .filter(it -> it.round() == round)
        .mapToDouble(it -> costs.get(it.index()).wireBytes())
        .sum();
  }
}
