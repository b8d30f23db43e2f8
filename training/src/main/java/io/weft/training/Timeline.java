package io.weft.training;

import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.Task;
import io.weft.trace.Argument;
import io.weft.trace.Lane;
import io.weft.trace.Overlap;
import io.weft.trace.Overlap.Exchange;
import io.weft.trace.Overlap.Pause;
import io.weft.trace.Overlap.Stretch;
import io.weft.trace.Span;
import io.weft.training.round.Witness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a rank did and when: sums over all rounds since the last look, the quickest time of each
 * task, and each task of the latest rounds.
 */
final class Timeline implements Witness {
  /** A span on the clock of this process, which may be negative. */
  private record Entry(
      Lane lane, String name, long round, long startNanos, long endNanos, List<Argument> about) {}

  private record Computed(long round, Stretch time) {}

  /** A bucket that travelled, and the time in which it did. */
  private record Passed(Passage passage, Stretch time) {}

  private final int rank;
  private final ArrayDeque<Entry> kept = new ArrayDeque<>();

  /** Of what is kept: when the compute lane was busy, by round, and what travelled. */
  private final ArrayDeque<Computed> keptComputing = new ArrayDeque<>();

  private final ArrayDeque<Passed> keptPassed = new ArrayDeque<>();
  private final Tracks tracks = new Tracks();
  private int roundsKept;
  private long latest = -1;
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
  public synchronized void began(Task task, long round, long startNanos) {
    if (task instanceof Task.Transfer) {
      tracks.began(task, round, startNanos);
    }
  }

  @Override
  public synchronized void ran(Node node, long round, long startNanos, long endNanos) {
    if (node.resource() == Resource.COMPUTE) {
      busyNanos += endNanos - startNanos;
      tracks.computed(startNanos, endNanos);
    }
    if (node.task() instanceof Task.Transfer) {
      tracks.passed(node.task(), round, startNanos, endNanos);
    }
    if (node.resource() != Resource.LINK) {
      quickestNanos.merge(node.task(), endNanos - startNanos, Math::min);
    }
    if (roundsKept > 0) {
      add(entry(node.task(), round, startNanos, endNanos));
      keep(node, round, new Stretch(startNanos, endNanos));
    }
  }

  private void keep(Node node, long round, Stretch time) {
    if (node.resource() == Resource.COMPUTE) {
      keptComputing.add(new Computed(round, time));
    } else if (node.task() instanceof Task.Transfer) {
      keptPassed.add(new Passed(new Passage(node.task(), round), time));
    }
  }

  @Override
  public synchronized void waited(Task cause, long round, long startNanos, long endNanos) {
    if (roundsKept > 0) {
      var about = List.<Argument>of(new Argument.Step(round), new Argument.Cause(cause.toString()));
      add(new Entry(Lane.WAIT, "wait", round, startNanos, endNanos, about));
    }
  }

  /**
   * A round took its time.
   *
   * @param more whether others follow, for which exchanges may be under way
   */
  synchronized void performed(long round, boolean more, long startNanos, long endNanos) {
    rounds++;
    roundNanos += endNanos - startNanos;
    latest = round;
    tracks.performed(round, more, endNanos);
    kept.removeIf(it -> it.round < firstKept());
    keptComputing.removeIf(it -> it.round < firstKept());
    keptPassed.removeIf(it -> it.passage.origin() < firstKept());
  }

  /** The first round of those that are kept. */
  synchronized long firstKept() {
    return Math.max(0, latest + 1 - roundsKept);
  }

  /** The first round that has to do with what is looked at next. */
  synchronized long firstLookedAt() {
    return tracks.firstRound();
  }

  /** When this rank began with a bucket since the last look. */
  synchronized OptionalLong begun(Passage passage) {
    return tracks.begun(passage);
  }

  /** When this rank began with a bucket of the rounds that are kept. */
  synchronized OptionalLong begunKept(Passage passage) {
    return keptPassed.stream()
        .filter(it -> it.passage.equals(passage))
        .mapToLong(it -> it.time.startNanos())
        .findFirst();
  }

  private void add(Entry entry) {
    kept.add(entry);
  }

  /**
   * Averages since the last call, on this rank.
   *
   * @param begunByAll when the last rank began with each bucket
   */
  synchronized RoundTimes look(Map<Passage, Long> begunByAll) {
    double each = Math.max(1, rounds) * 1e9;
    double part = 1.0 / Math.max(1, tracks.rounds());
    var overlap = tracks.look(begunByAll).times(part);
    var times = new RoundTimes(rounds, roundNanos / each, busyNanos / each, overlap);
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
   * @param begunByAll when the last rank began with each bucket
   */
  synchronized List<Span> spans(long zeroNanos, Map<Passage, Long> begunByAll) {
    var spans = new ArrayList<Span>();
    for (var entry : Stream.concat(kept.stream(), pauses(begunByAll)).toList()) {
      if (entry.startNanos >= zeroNanos) {
        long start = entry.startNanos - zeroNanos;
        long end = entry.endNanos - zeroNanos;
        spans.add(new Span(rank, entry.lane, entry.name, start, end, entry.about));
      }
    }
    spans.sort((a, b) -> Long.compare(a.startNanos(), b.startNanos()));
    return List.copyOf(spans);
  }

  /** What the times of exchanges are made up of. */
  private Stream<Entry> pauses(Map<Passage, Long> begunByAll) {
    if (keptComputing.isEmpty()) {
      return Stream.of();
    }
    var computing = keptComputing.stream().map(Computed::time).toList();
    var exchanges =
        keptPassed.stream()
            .map(it -> new Exchange(it.time, begunByAll.getOrDefault(it.passage, begun(it))))
            .toList();
    var window = new Stretch(computing.getFirst().startNanos(), computing.getLast().endNanos());
    return Overlap.pauses(exchanges, computing, window).stream().map(this::entry);
  }

  private static long begun(Passed passed) {
    return passed.time.startNanos();
  }

  /** It belongs to the step whose computation it follows. */
  private Entry entry(Pause pause) {
    long start = pause.time().startNanos();
    long round =
        keptComputing.stream()
            .filter(it -> it.time.startNanos() <= start)
            .mapToLong(Computed::round)
            .max()
            .orElse(firstKept());
    var about = List.<Argument>of(new Argument.Step(round));
    return new Entry(Lane.PAUSE, pause.label(), round, start, pause.time().endNanos(), about);
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
