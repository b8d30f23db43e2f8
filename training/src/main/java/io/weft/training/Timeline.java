package io.weft.training;

import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.Task;
import io.weft.trace.Argument;
import io.weft.trace.Lane;
import io.weft.trace.Span;
import io.weft.training.round.Witness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a rank did and when: sums over all rounds since the last look, the quickest time of each
 * task, and each task of the latest rounds.
 */
final class Timeline implements Witness {
  /** A span on the clock of this process, which may be negative. */
  private record Entry(
      Lane lane, String name, long round, long startNanos, long endNanos, List<Argument> about) {}

  private final int rank;
  private final ArrayDeque<Entry> kept = new ArrayDeque<>();
  private int roundsKept;
  private long rounds;
  private long roundNanos;
  private long busyNanos;

  /** Of each task that is no exchange. */
  private final Map<Task, Long> quickestNanos = new HashMap<>();

  Timeline(int rank) {
    this.rank = rank;
  }

  /** From now on keeps the tasks of so many latest rounds. */
  synchronized void keep(int latestRounds) {
    roundsKept = latestRounds;
  }

  @Override
  public synchronized void ran(Node node, long round, long startNanos, long endNanos) {
    if (node.resource() == Resource.COMPUTE) {
      busyNanos += endNanos - startNanos;
    }
    if (node.resource() != Resource.LINK) {
      quickestNanos.merge(node.task(), endNanos - startNanos, Math::min);
    }
    if (roundsKept > 0) {
      add(entry(node.task(), round, startNanos, endNanos));
    }
  }

  @Override
  public synchronized void waited(Task cause, long round, long startNanos, long endNanos) {
    if (roundsKept > 0) {
      var about = List.<Argument>of(new Argument.Step(round), new Argument.Cause(cause.toString()));
      add(new Entry(Lane.WAIT, "wait", round, startNanos, endNanos, about));
    }
  }

  /** A round took its time. */
  synchronized void performed(long round, long nanos) {
    rounds++;
    roundNanos += nanos;
    while (!kept.isEmpty() && kept.peek().round <= round - roundsKept) {
      kept.remove();
    }
  }

  private void add(Entry entry) {
    kept.add(entry);
  }

  /** Averages since the last call; of how long exchanges take alone it knows nothing. */
  synchronized RoundTimes look() {
    double each = Math.max(1, rounds) * 1e9;
    var times = new RoundTimes(roundNanos / each, busyNanos / each, 0);
    rounds = 0;
    roundNanos = 0;
    busyNanos = 0;
    return times;
  }

  /** The shortest that a task took since the last call, in nanoseconds; exchanges are left out. */
  synchronized Map<Task, Long> quickest() {
    var found = Map.copyOf(quickestNanos);
    quickestNanos.clear();
    return found;
  }

  /** When the first task that is kept began, by the clock of this process. */
  synchronized long earliest() {
    return kept.stream().mapToLong(Entry::startNanos).min().orElse(Long.MAX_VALUE);
  }

  /**
   * What is kept, in the order of time.
   *
   * @param zeroNanos the time on this process's clock that is 0 in the trace; what began before is
   *     left out
   */
  synchronized List<Span> spans(long zeroNanos) {
    var spans = new ArrayList<Span>();
    for (var entry : kept) {
      if (entry.startNanos >= zeroNanos) {
        long start = entry.startNanos - zeroNanos;
        long end = entry.endNanos - zeroNanos;
        spans.add(new Span(rank, entry.lane, entry.name, start, end, entry.about));
      }
    }
    spans.sort((a, b) -> Long.compare(a.startNanos(), b.startNanos()));
    return List.copyOf(spans);
  }

  private static Entry entry(Task task, long round, long start, long end) {
    var step = new Argument.Step(round);
    return switch (task) {
      case Task.Forward(var stage, var micro) ->
          new Entry(Lane.FORWARD, "stage " + stage, round, start, end, pass(step, stage, micro));
      case Task.Backward(var stage, var micro) ->
          new Entry(Lane.BACKWARD, "stage " + stage, round, start, end, pass(step, stage, micro));
      case Task.Transfer(var bucket, var phase, _) ->
          new Entry(
              Lane.EXCHANGE,
              "bucket " + bucket,
              round,
              start,
              end,
              List.of(step, new Argument.Bucket(bucket), new Argument.Phase(phase.label())));
      case Task.Agree(var name, _, _) ->
          new Entry(
              Lane.EXCHANGE,
              name,
              round,
              start,
              end,
              List.of(step, new Argument.Phase("agreement")));
      case Task.Update(var bucket, _, _) -> local("bucket " + bucket, step, bucket, start, end);
      case Task.Local(var name, var bucket, _, _, _) -> local(name, step, bucket, start, end);
      case Task.Release(var bucket, _) -> local("release", step, bucket, start, end);
    };
  }

  private static List<Argument> pass(Argument.Step step, int stage, int micro) {
    return List.of(step, new Argument.MicroStep(micro), new Argument.Stage(stage));
  }

  private static Entry local(String name, Argument.Step step, int bucket, long start, long end) {
    var about = List.<Argument>of(step, new Argument.Bucket(bucket));
    return new Entry(Lane.UPDATE, name, step.step(), start, end, about);
  }
}
