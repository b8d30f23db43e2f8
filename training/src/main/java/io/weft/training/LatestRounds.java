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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a rank did in the latest rounds, for a trace. Times are of the clock of this process.
 * Guarded by the lock of its timeline.
 */
final class LatestRounds {
  private record Entry(
      Lane lane, String name, long round, long startNanos, long endNanos, List<Argument> about) {}

  private record Computed(long round, Stretch time) {}

  /** What was done of the work of one round. */
  private static final class Round {
    final List<Entry> entries = new ArrayList<>();
    final List<Stretch> computing = new ArrayList<>();
    final Map<Passage, Stretch> passed = new HashMap<>();
  }

  private final int count;

  /** Those that are shown, and those before them of which exchanges may have reached into them. */
  private final TreeMap<Long, Round> rounds = new TreeMap<>();

  private long latest = -1;
  private long endNanos;

  LatestRounds(int count) {
    this.count = count;
  }

  /** An exchange counts as one if there is somebody to exchange with. */
  void ran(Node node, long round, Stretch time, boolean exchanging) {
    var kept = round(round);
    kept.entries.add(entry(node.task(), round, time.startNanos(), time.endNanos()));
    if (node.resource() == Resource.COMPUTE) {
      kept.computing.add(time);
    } else if (exchanging && node.task() instanceof Task.Transfer) {
      kept.passed.put(new Passage(node.task(), round), time);
    }
  }

  void waited(Task cause, long round, long startNanos, long endNanos) {
    var about = List.<Argument>of(new Argument.Step(round), new Argument.Cause(cause.toString()));
    round(round).entries.add(new Entry(Lane.WAIT, "wait", round, startNanos, endNanos, about));
  }

  private Round round(long round) {
    return rounds.computeIfAbsent(round, _ -> new Round());
  }

  /** A round is over, and its time counts up to then. */
  void performed(long round, long until) {
    latest = round;
    endNanos = until;
    rounds.headMap(first()).clear();
  }

  private long firstShown() {
    return Math.max(0, latest + 1 - count);
  }

  /** The first round that may have to do with the times of those that are shown. */
  long first() {
    return Math.max(0, firstShown() - Tracks.ROUNDS_BEFORE);
  }

  /** When this rank began with a bucket. */
  OptionalLong begun(Passage passage) {
    var round = rounds.get(passage.origin());
    var time = round == null ? null : round.passed.get(passage);
    return time == null ? OptionalLong.empty() : OptionalLong.of(time.startNanos());
  }

  private <T> Stream<T> shown(Function<Round, List<T>> what) {
    return rounds.tailMap(firstShown()).values().stream().flatMap(it -> what.apply(it).stream());
  }

  /** When the first task that is shown began. */
  long earliest() {
    return shown(it -> it.entries).mapToLong(Entry::startNanos).min().orElse(Long.MAX_VALUE);
  }

  /**
   * What is shown, in the order of time.
   *
   * @param zeroNanos the time on this process's clock that is 0 in the trace; what began before is
   *     left out
   * @param begunByAll when the last rank began with each bucket
   * @param underWay exchanges that have not ended
   */
  List<Span> spans(
      int rank, long zeroNanos, Map<Passage, Long> begunByAll, List<Exchange> underWay) {
    return Stream.concat(shown(it -> it.entries), pauses(begunByAll, underWay).stream())
        .filter(it -> it.startNanos >= zeroNanos)
        .sorted(Comparator.comparingLong(Entry::startNanos))
        .map(it -> span(rank, it, zeroNanos))
        .toList();
  }

  private static Span span(int rank, Entry it, long zeroNanos) {
    return new Span(
        rank, it.lane, it.name, it.startNanos - zeroNanos, it.endNanos - zeroNanos, it.about);
  }

  /** What the times of exchanges are made up of: they end when the last round does. */
  private List<Entry> pauses(Map<Passage, Long> begunByAll, List<Exchange> underWay) {
    var computed = computed();
    if (computed.isEmpty()) {
      return List.of();
    }
    var exchanges = new ArrayList<>(underWay);
    for (var round : rounds.values()) {
      round.passed.forEach(
          (passage, time) ->
              exchanges.add(
                  new Exchange(time, begunByAll.getOrDefault(passage, time.startNanos()))));
    }
    long start = computed.getFirst().time.startNanos();
    var window = new Stretch(start, Math.max(start, endNanos));
    var computing = computed.stream().map(Computed::time).toList();
    return entries(Overlap.pauses(exchanges, computing, window), computed);
  }

  /** In the order of time. */
  private List<Computed> computed() {
    var computed = new ArrayList<Computed>();
    rounds
        .tailMap(firstShown())
        .forEach(
            (round, kept) -> kept.computing.forEach(it -> computed.add(new Computed(round, it))));
    computed.sort(Comparator.comparingLong(it -> it.time.startNanos()));
    return computed;
  }

  /** A pause belongs to the latest step of which something was computed before it. */
  private static List<Entry> entries(List<Pause> pauses, List<Computed> computed) {
    var entries = new ArrayList<Entry>();
    long round = 0;
    int next = 0;
    for (var pause : pauses) {
      long start = pause.time().startNanos();
      for (; next < computed.size() && computed.get(next).time.startNanos() <= start; next++) {
        round = Math.max(round, computed.get(next).round);
      }
      var about = List.<Argument>of(new Argument.Step(round));
      entries.add(
          new Entry(Lane.PAUSE, pause.label(), round, start, pause.time().endNanos(), about));
    }
    return entries;
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
