package io.weft.simulation;

import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.StepGraph;
import io.weft.trace.Overlap;
import io.weft.trace.Span;
import java.util.List;

/**
 * What one step takes once training runs steadily.
 *
 * @param computeSeconds of it the compute lane would be busy if it had all the cores that it wants
 * @param linkSeconds the link is busy, hidden or not
 * @param coreSeconds of processors that a rank takes
 * @param wireBytesPerRank sent by one rank in a step
 * @param overlap of exchanges and what is computed in a step, on average over ranks
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
    Overlap overlap,
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
    return of(uneven(graph, costs, cores, pace), OBSERVED_UNEVEN, graph, cores);
  }

  /** Of such a run no more than the time of a step. */
  static double stepSeconds(StepGraph graph, TaskCosts costs, CorePools cores, Pace pace) {
    var run = uneven(graph, costs, cores, pace);
    return run.roundSeconds(OBSERVED_UNEVEN, cores) / graph.consistency().stepsPerRound();
  }

  private static Run uneven(StepGraph graph, TaskCosts costs, CorePools cores, Pace pace) {
    int warmUp = steady(graph, costs, cores.ofOne()).warmUp;
    // One round more than is looked at, so that the last one is not already the end of the run.
    int rounds = warmUp + OBSERVED_UNEVEN + 1;
    return new Run(EventSimulation.run(graph, costs, rounds, cores, pace), warmUp);
  }

  /** What is looked at begins after some rounds. */
  private record Run(Timetable table, int warmUp) {
    int last(int observed) {
      return warmUp + observed - 1;
    }

    double from() {
      return table.end(table.lastBackward(warmUp - 1));
    }

    double to(int observed) {
      return table.end(table.lastBackward(last(observed)));
    }

    /**
     * Where rounds may run ahead, a backlog can still grow; in the end the busiest sets the pace.
     */
    double roundSeconds(int observed, CorePools cores) {
      int last = last(observed);
      double worked = table.coreSeconds(last) / cores.coresPerRank();
      double lane =
          Math.max(
              table.busySeconds(Resource.COMPUTE, last), table.busySeconds(Resource.HOST, last));
      double busiest = Math.max(Math.max(lane, worked), table.busySeconds(Resource.LINK, last));
      return Math.max((to(observed) - from()) / observed, busiest);
    }

    /** Of one round; the ranks of the table stand for all. */
    Overlap overlap(int observed) {
      var sum = Overlap.NONE;
      for (int rank = 0; rank < table.ranks(); rank++) {
        var window = table.window(rank, warmUp - 1, last(observed));
        var computing = table.computing(rank, window);
        sum = sum.plus(Overlap.of(table.exchanges(rank, window), computing, window));
      }
      return sum.times(1.0 / (observed * table.ranks()));
    }
  }

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
    int last = run.last(observed);
    int steps = graph.consistency().stepsPerRound();
    return new Prediction(
        run.roundSeconds(observed, cores) / steps,
        table.busySeconds(Resource.COMPUTE, last) / steps,
        table.busySeconds(Resource.HOST, last) / steps,
        table.busySeconds(Resource.LINK, last) / steps,
        table.coreSeconds(last) / steps,
        table.wireBytes(last) / steps,
        run.overlap(observed).times(1.0 / steps),
        CriticalPath.of(table, table.lastBackward(last), table.lastBackward(last - 1), steps),
        Spans.of(table, last - 1, last));
  }

  /** The same with the times of a step as uneven ranks make it. */
  public Prediction lasting(double seconds, Overlap uneven) {
    return new Prediction(
        seconds,
        computeSeconds,
        hostSeconds,
        linkSeconds,
        coreSeconds,
        wireBytesPerRank,
        uneven,
        criticalPath,
        spans);
  }
}
