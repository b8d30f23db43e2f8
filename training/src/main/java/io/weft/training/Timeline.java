package io.weft.training;

import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.Task;
import io.weft.trace.Overlap.Stretch;
import io.weft.trace.Span;
import io.weft.training.round.Witness;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a rank did and when: sums over all rounds since the last look, the quickest time of each
 * task, and each task of the latest rounds. Who is alone exchanges nothing: its exchanges are no
 * more than calls.
 */
final class Timeline implements Witness {
  private final int rank;
  private final boolean exchanging;
  private final Tracks tracks = new Tracks();
  private LatestRounds kept = new LatestRounds(0);
  private boolean keeping;
  private long rounds;
  private long roundNanos;
  private long busyNanos;

  /** Of each task that is no exchange. */
  private final Map<Task, Long> quickestNanos = new HashMap<>();

  Timeline(int rank, int ranks) {
    this.rank = rank;
    this.exchanging = ranks > 1;
  }

  /** From now on keeps the tasks of so many latest rounds. */
  synchronized void keep(int latestRounds) {
    kept = new LatestRounds(latestRounds);
    keeping = latestRounds > 0;
  }

  @Override
  public synchronized void began(Task task, long round, long startNanos) {
    if (exchanging && task instanceof Task.Transfer) {
      tracks.began(task, round, startNanos);
    }
  }

  @Override
  public synchronized void ran(Node node, long round, long startNanos, long endNanos) {
    var time = new Stretch(startNanos, endNanos);
    if (node.resource() == Resource.COMPUTE) {
      busyNanos += endNanos - startNanos;
      tracks.computed(round, time);
    }
    if (exchanging && node.task() instanceof Task.Transfer) {
      tracks.passed(new Passage(node.task(), round), time);
    }
    if (node.resource() != Resource.LINK) {
      quickestNanos.merge(node.task(), endNanos - startNanos, Math::min);
    }
    if (keeping) {
      kept.ran(node, round, time, exchanging);
    }
  }

  @Override
  public synchronized void waited(Task cause, long round, long startNanos, long endNanos) {
    if (keeping) {
      kept.waited(cause, round, startNanos, endNanos);
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
    tracks.performed(round, more, endNanos);
    kept.performed(round, more ? tracks.computedTo().orElse(endNanos) : endNanos);
  }

  /** The first round that has to do with those that are kept. */
  synchronized long firstKept() {
    return kept.first();
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
    return kept.begun(passage);
  }

  /**
   * Averages since the last call, on this rank.
   *
   * @param begunByAll when the last rank began with each bucket
   */
  synchronized RoundTimes look(Map<Passage, Long> begunByAll) {
    double each = Math.max(1, rounds) * 1e9;
    long whole = tracks.rounds();
    var overlap = tracks.look(begunByAll).times(1.0 / Math.max(1, whole));
    var times = new RoundTimes(rounds, roundNanos / each, busyNanos / each, whole, overlap);
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
    return kept.earliest();
  }

  /**
   * What is kept, in the order of time.
   *
   * @param zeroNanos the time on this process's clock that is 0 in the trace; what began before is
   *     left out
   * @param begunByAll when the last rank began with each bucket
   */
  synchronized List<Span> spans(long zeroNanos, Map<Passage, Long> begunByAll) {
    return kept.spans(rank, zeroNanos, begunByAll, tracks.underWay());
  }
}
