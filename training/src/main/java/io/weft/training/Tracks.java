package io.weft.training;

import io.weft.schedule.graph.Task;
import io.weft.trace.Overlap;
import io.weft.trace.Overlap.Exchange;
import io.weft.trace.Overlap.Stretch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * When the compute lane of a rank was busy and which exchanges were under way since the last look:
 * what the times of exchanges are found from. Times are of the clock of this process. Guarded by
 * the lock of its timeline.
 */
final class Tracks {
  /** So many rounds are remembered at least, and never twice as many. */
  static final int ROUNDS_KEPT = 256;

  /** Of a round that is looked at, exchanges of so many earlier ones may be under way on a peer. */
  static final int ROUNDS_BEFORE = 4;

  private record Passed(Passage passage, Stretch time) {}

  /**
   * Where a look may end.
   *
   * @param counted the last round that is whole before it
   */
  private record End(long nanos, long counted) {}

  private final ArrayDeque<Stretch> computing = new ArrayDeque<>();
  private final ArrayDeque<Passed> passed = new ArrayDeque<>();

  /** When the first computation of a round began: where the one before ends. */
  private final TreeMap<Long, Long> firsts = new TreeMap<>();

  private final ArrayDeque<End> ends = new ArrayDeque<>();

  private final Map<Passage, Long> began = new HashMap<>();
  private final Map<Passage, Long> underWay = new HashMap<>();
  private OptionalLong since = OptionalLong.empty();
  private long latest = -1;
  private long counted;

  void computed(long round, Stretch time) {
    computing.add(time);
    firsts.putIfAbsent(round, time.startNanos());
  }

  void began(Task task, long origin, long nanos) {
    var passage = new Passage(task, origin);
    began.put(passage, nanos);
    underWay.put(passage, nanos);
  }

  void passed(Passage passage, Stretch time) {
    began.putIfAbsent(passage, time.startNanos());
    underWay.remove(passage);
    passed.add(new Passed(passage, time));
  }

  /**
   * A round is over. If others follow, it is not whole: the pauses for its exchanges come until the
   * next one begins to compute, so what counts are the rounds before it.
   */
  void performed(long round, boolean more, long nowNanos) {
    if (latest < 0) {
      counted = round - 1;
    }
    latest = round;
    var first = firsts.ceilingEntry(round);
    boolean whole = !more || first == null;
    ends.add(new End(whole ? nowNanos : first.getValue(), whole ? round : round - 1));
    firsts.headMap(round).clear();
    if (ends.size() == 2 * ROUNDS_KEPT) {
      for (int old = 0; old < ROUNDS_KEPT; old++) {
        lookedTo(ends.remove());
      }
      forget();
    }
  }

  private void lookedTo(End end) {
    since = OptionalLong.of(end.nanos);
    counted = end.counted;
  }

  /** Up to when all is known that the compute lane did. */
  OptionalLong computedTo() {
    return computing.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(computing.getLast().endNanos());
  }

  /** How many rounds there are to look at. */
  long rounds() {
    return ends.isEmpty() ? 0 : ends.getLast().counted - counted;
  }

  /** The first round that may have to do with the times of those. */
  long firstRound() {
    return Math.max(0, latest - ends.size() - ROUNDS_BEFORE);
  }

  /** When this rank began with a bucket. */
  OptionalLong begun(Passage passage) {
    var nanos = began.get(passage);
    return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /**
   * Where the time went; the next look begins where this one ends.
   *
   * @param begunByAll when the last rank began; what is not in it was not waited for
   */
  Overlap look(Map<Passage, Long> begunByAll) {
    if (rounds() == 0) {
      return Overlap.NONE;
    }
    var overlap = Overlap.of(exchanges(begunByAll), List.copyOf(computing), window());
    lookedTo(ends.getLast());
    ends.clear();
    forget();
    return overlap;
  }

  private Stretch window() {
    long end = ends.getLast().nanos;
    long first = computing.isEmpty() ? end : computing.getFirst().startNanos();
    return new Stretch(Math.min(end, since.orElse(first)), end);
  }

  private List<Exchange> exchanges(Map<Passage, Long> begunByAll) {
    var exchanges = underWay();
    for (var each : passed) {
      long begun = begunByAll.getOrDefault(each.passage, each.time.startNanos());
      exchanges.add(new Exchange(each.time, begun));
    }
    return exchanges;
  }

  /** What has not ended, and so ends after all that is looked at. */
  List<Exchange> underWay() {
    var exchanges = new ArrayList<Exchange>();
    underWay.forEach(
        (_, start) -> exchanges.add(new Exchange(new Stretch(start, Long.MAX_VALUE), start)));
    return exchanges;
  }

  private void forget() {
    long before = since.orElseThrow();
    computing.removeIf(it -> it.endNanos() <= before);
    passed.removeIf(it -> it.time.endNanos() <= before);
    long first = firstRound();
    began.keySet().removeIf(it -> it.origin() < first && !underWay.containsKey(it));
  }
}
