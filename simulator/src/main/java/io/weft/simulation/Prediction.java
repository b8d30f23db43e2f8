package io.weft.simulation;

import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.StepGraph;
import io.weft.trace.Span;
import java.util.List;

/**
 * What one step takes once training runs steadily.
 *
 * @param computeSeconds of it the compute lane would be busy if it had all the cores that it wants;
 *     the rest is exposed
 * @param linkSeconds the link is busy, hidden or not
 * @param coreSeconds of processors that a rank takes
 * @param wireBytesPerRank sent by one rank in a step
 * @param criticalPath what a step consists of, in words
 * @param spans what rank 0 does in two steady rounds
 */
public record Prediction(
    double stepSeconds,
    double computeSeconds,
    double hostSeconds,
    double linkSeconds,
    double coreSeconds,
    double wireBytesPerRank,
    String criticalPath,
    List<Span> spans) {
  /** Rounds that fill the pipeline: nearly always the fewest will do. */
  private static final int WARM_UP_FEWEST = 3;

  private static final int WARM_UP_MOST = 48;

  /** Rounds that are looked at. */
  private static final int OBSERVED = 2;

  /** Rounds that are looked at where no two are alike. */
  private static final int OBSERVED_UNEVEN = 8;

  public Prediction {
    spans = List.copyOf(spans);
    if (!(stepSeconds > 0) || Double.isInfinite(stepSeconds)) {
      throw new IllegalArgumentException(
          "a step of %s s: a model needs time to compute".formatted(stepSeconds));
    }
  }

  /** With as many cores as tasks. */
  public static Prediction of(StepGraph graph, TaskCosts costs) {
    return of(graph, costs, CorePools.PLENTY);
  }

  /** Runs the graph until it repeats itself, one rank for all. */
  static Prediction of(StepGraph graph, TaskCosts costs, CorePools cores) {
    return of(steady(graph, costs, cores), OBSERVED, graph, cores);
  }

  /** The same with ranks that differ from each other and from round to round. */
  static Prediction of(StepGraph graph, TaskCosts costs, CorePools cores, Pace pace) {
    int warmUp = steady(graph, costs, cores.ofOne()).warmUp;
    // One round more than is looked at, so that the last one is not already the end of the run.
    int rounds = warmUp + OBSERVED_UNEVEN + 1;
    var table = EventSimulation.run(graph, costs, rounds, cores, pace);
    return of(new Run(table, warmUp), OBSERVED_UNEVEN, graph, cores);
  }

  /** What is looked at begins after some rounds. */
  private record Run(Timetable table, int warmUp) {}

  private static Run steady(StepGraph graph, TaskCosts costs, CorePools cores) {
    for (int warmUp = WARM_UP_FEWEST; ; warmUp *= 2) {
      int rounds = warmUp + OBSERVED + 1;
      var table = EventSimulation.run(graph, costs, rounds, cores, Pace.EVEN);
      boolean steady = table.repeats(warmUp) && table.repeats(warmUp + 1);
      if (steady || warmUp >= WARM_UP_MOST) {
        return new Run(table, warmUp);
      }
    }
  }

  private static Prediction of(Run run, int observed, StepGraph graph, CorePools cores) {
    var table = run.table;
    int last = run.warmUp + observed - 1;
    double from = table.end(table.lastBackward(run.warmUp - 1));
    double to = table.end(table.lastBackward(last));
    double steps = graph.consistency().stepsPerRound();
    double compute = table.busySeconds(Resource.COMPUTE, last);
    double host = table.busySeconds(Resource.HOST, last);
    double link = table.busySeconds(Resource.LINK, last);
    // Where rounds may run ahead, a backlog can still grow; in the end the busiest sets the pace.
    double work = table.coreSeconds(last);
    double worked = work / cores.coresPerRank();
    double busiest = Math.max(Math.max(compute, worked), Math.max(host, link));
    return new Prediction(
        Math.max((to - from) / observed, busiest) / steps,
        compute / steps,
        host / steps,
        link / steps,
        work / steps,
        table.wireBytes(last) / steps,
        CriticalPath.of(table, table.lastBackward(last), table.lastBackward(last - 1)),
        Spans.of(table, last - 1, last));
  }

  /** The same with another time of a step, as runs with uneven ranks give it. */
  public Prediction lasting(double seconds) {
    return new Prediction(
        seconds,
        computeSeconds,
        hostSeconds,
        linkSeconds,
        coreSeconds,
        wireBytesPerRank,
        criticalPath,
        spans);
  }

  /** Time of a step in which the rank computes nothing. */
  public double exposedSeconds() {
    return Math.max(0, stepSeconds - computeSeconds);
  }
}
