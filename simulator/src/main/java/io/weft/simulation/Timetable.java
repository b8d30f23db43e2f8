package io.weft.simulation;

import io.weft.schedule.graph.Instance;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.trace.Overlap.Exchange;
import io.weft.trace.Overlap.Stretch;
import java.util.ArrayList;
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

  /** How many ranks have lanes of their own. */
  int ranks() {
    return end.length / agenda.count();
  }

  /** From the end of the last backward of a round to that of another, on one rank. */
  Stretch window(int rank, int round, int last) {
    return new Stretch(
        nanos(end[number(rank, lastBackward(round))]),
        nanos(end[number(rank, lastBackward(last))]));
  }

  /** The buckets that a rank sees travel within a window, as a real run would. */
  List<Exchange> exchanges(int rank, Stretch window) {
    var exchanges = new ArrayList<Exchange>();
    for (var instance : instances()) {
      long until = nanos(end[number(rank, agenda.last(instance.index()))]);
      if (instance.task() instanceof Task.Transfer && until > window.startNanos()) {
        int first = agenda.first(instance.index());
        long from = Math.min(until, nanos(readySeconds(rank, first)));
        exchanges.add(new Exchange(new Stretch(from, until), nanos(readyEverywhere(first))));
      }
    }
    return exchanges;
  }

  private double readyEverywhere(int index) {
    return IntStream.range(0, ranks())
        .mapToDouble(rank -> readySeconds(rank, index))
        .max()
        .orElse(0);
  }

  /** When a rank could begin, whether or not others let it. */
  private double readySeconds(int rank, int index) {
    return agenda.predecessors(index).stream()
        .mapToDouble(before -> end[number(rank, before)])
        .max()
        .orElse(start[number(rank, index)]);
  }

  /** When the compute lane of a rank is busy within a window. */
  List<Stretch> computing(int rank, Stretch window) {
    return IntStream.range(0, agenda.count())
        .filter(index -> agenda.resource(index) == Resource.COMPUTE)
        .mapToObj(index -> stretch(number(rank, index)))
        .filter(it -> it.endNanos() > window.startNanos() && it.startNanos() < window.endNanos())
        .toList();
  }

  private Stretch stretch(int number) {
    return new Stretch(nanos(start[number]), nanos(end[number]));
  }

  private int number(int rank, int index) {
    return agenda.isShared(index) ? index : rank * agenda.count() + index;
  }

  static long nanos(double seconds) {
    return Math.round(seconds * 1e9);
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
