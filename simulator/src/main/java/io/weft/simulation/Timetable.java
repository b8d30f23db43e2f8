package io.weft.simulation;

import io.weft.schedule.graph.Instance;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * When each task of a run began and ended, in seconds, and what it waited for last. Tasks are
 * numbered as in its agenda: those of rank 0 first, then those of rank 1, and so on.
 */
final class Timetable {
  /** By which part rounds differ that are the same but for rounding. */
  private static final double ALIKE = 1e-9;

  private final StepGraph graph;
  private final Agenda agenda;
  private final double[] start;
  private final double[] end;
  private final int[] cause;

  /** Keeps the arrays. */
  Timetable(StepGraph graph, Agenda agenda, double[] start, double[] end, int[] cause) {
    this.graph = graph;
    this.agenda = agenda;
    this.start = start;
    this.end = end;
    this.cause = cause;
  }

  List<Instance> instances() {
    return agenda.instances();
  }

  /** What the task of a number is. */
  Task task(int number) {
    return agenda.instance(number % agenda.count()).task();
  }

  double start(int index) {
    return start[index];
  }

  double end(int index) {
    return end[index];
  }

  Cost cost(int index) {
    return agenda.cost(index % agenda.count());
  }

  /** The task whose end let this one begin; negative if there was none. */
  int cause(int index) {
    return cause[index];
  }

  /** The last backward of a round: one of these per round divides a run into equal parts. */
  int lastBackward(int round) {
    var task = new Task.Backward(0, graph.microStepsPerRound() - 1);
    return instances().stream()
        .filter(instance -> instance.round() == round && instance.task().equals(task))
        .findFirst()
        .orElseThrow()
        .index();
  }

  /**
   * Whether all that is done in a round ends as long after the same of the round before. Last
   * backwards alone may do so by chance, while exchanges still fall behind.
   */
  boolean repeats(int round) {
    var before = ends(round - 1);
    var ends = ends(round);
    if (before.length != ends.length) {
      return false;
    }
    double seconds = ends[0] - before[0];
    return IntStream.range(0, ends.length)
        .allMatch(at -> Math.abs(ends[at] - before[at] - seconds) <= ALIKE * seconds);
  }

  private double[] ends(int round) {
    return instances().stream()
        .filter(instance -> instance.round() == round)
        .mapToDouble(instance -> end(instance.index()))
        .toArray();
  }

  /** Seconds that a resource is busy in one steady round. */
  double busySeconds(Resource resource, int round) {
    return sum(round, index -> agenda.resource(index) == resource ? cost(index).busySeconds() : 0);
  }

  /** Seconds of processors that a rank takes in one steady round. */
  double coreSeconds(int round) {
    return sum(round, index -> cost(index).coreSeconds());
  }

  /** Bytes that a rank sends in one steady round. */
  double wireBytes(int round) {
    return sum(round, index -> cost(index).wireBytes());
  }

  private double sum(int round, IntToDoubleFunction amount) {
    return IntStream.range(0, agenda.count())
        .filter(index -> agenda.instance(index).round() == round)
        .mapToDouble(amount)
        .sum();
  }
}
