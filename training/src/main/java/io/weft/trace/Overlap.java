package io.weft.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Where the time of exchanges went, on one rank or on average over several. Runs, their traces and
 * simulated runs say it alike, and all of them from spans. Whole nanoseconds are exact.
 *
 * <p>What a pause of the compute lane waits for is, at each moment, the exchange that ends last in
 * it, of those under way. Agreements, whose few bytes are no bucket, are no exchanges.
 *
 * @param exchangeNanos in which at least one exchange was under way
 * @param waitingNanos of these, in which the compute lane was idle because a peer had not yet begun
 *     with what it waited for
 * @param exposedNanos of these, in which it was idle otherwise
 */
public record Overlap(double exchangeNanos, double waitingNanos, double exposedNanos) {
  private static final Comparator<Exchange> LAST_FIRST =
      Comparator.<Exchange>comparingLong(it -> it.time.endNanos)
          .thenComparingLong(Exchange::begunNanos)
          .reversed();

  /** Nothing was exchanged. */
  public static final Overlap NONE = new Overlap(0, 0, 0);

  public Overlap {
    double idle = waitingNanos + exposedNanos;
    if (!(waitingNanos >= 0 && exposedNanos >= 0 && idle <= exchangeNanos * (1 + 1e-9))) {
      throw new IllegalArgumentException(
          "of %s ns of exchanges %s ns waiting and %s ns exposed: parts of a whole are to be given"
              .formatted(exchangeNanos, waitingNanos, exposedNanos));
    }
  }

  /** A time in which something went on. */
  public record Stretch(long startNanos, long endNanos) {
    public Stretch {
      if (endNanos < startNanos) {
        throw new IllegalArgumentException(
            "from %d ns to %d ns: it cannot end before it begins".formatted(startNanos, endNanos));
      }
    }
  }

  /**
   * One bucket that travelled, as this rank saw it.
   *
   * @param begunNanos when the last rank began with it
   */
  public record Exchange(Stretch time, long begunNanos) {}

  /** A pause of the compute lane in which an exchange was under way, or a part of one. */
  public record Pause(Stretch time, boolean waiting) {
    /** The name of its span in a trace. */
    public String label() {
      return waiting ? "waiting" : "exposed";
    }
  }

  /**
   * What happened from one time to another.
   *
   * @param computing when the compute lane was busy
   */
  public static Overlap of(List<Exchange> exchanges, List<Stretch> computing, Stretch window) {
    long exchange = 0;
    for (var stretch : union(exchanges.stream().map(Exchange::time).toList(), window)) {
      exchange += stretch.endNanos - stretch.startNanos;
    }
    long waiting = 0;
    long exposed = 0;
    for (var pause : pauses(exchanges, computing, window)) {
      long nanos = pause.time.endNanos - pause.time.startNanos;
      waiting += pause.waiting ? nanos : 0;
      exposed += pause.waiting ? 0 : nanos;
    }
    return new Overlap(exchange, waiting, exposed);
  }

  /** All pauses within a time, in their order. */
  public static List<Pause> pauses(
      List<Exchange> exchanges, List<Stretch> computing, Stretch window) {
    var sorted =
        exchanges.stream().sorted(Comparator.comparingLong(it -> it.time.startNanos)).toList();
    var found = new ArrayList<Pause>();
    var current = new ArrayList<Exchange>();
    int next = 0;
    long idleSince = window.startNanos;
    var busy = new ArrayList<>(union(computing, window));
    busy.add(new Stretch(window.endNanos, window.endNanos));
    for (var stretch : busy) {
      long since = idleSince;
      while (next < sorted.size() && sorted.get(next).time.startNanos < stretch.startNanos) {
        current.add(sorted.get(next++));
      }
      current.removeIf(it -> it.time.endNanos <= since);
      addPauses(current, new Stretch(since, Math.max(since, stretch.startNanos)), found);
      idleSince = stretch.endNanos;
    }
    return found;
  }

  /**
   * Adds the parts of one time in which nothing was computed.
   *
   * @param exchanges that may touch it, in the order in which they began
   */
  private static void addPauses(List<Exchange> exchanges, Stretch idle, List<Pause> found) {
    var times = cuts(exchanges, idle);
    var ending = new PriorityQueue<Exchange>(LAST_FIRST);
    boolean staying = false; // whether one is under way that goes on when the lane does
    int next = 0;
    for (int at = 0; at + 1 < times.size(); at++) {
      var part = new Stretch(times.get(at), times.get(at + 1));
      for (; next < exchanges.size() && isBefore(exchanges.get(next), part); next++) {
        boolean ends = exchanges.get(next).time.endNanos <= idle.endNanos;
        staying |= !ends;
        if (ends) {
          ending.add(exchanges.get(next));
        }
      }
      var last = ending.peek();
      boolean awaited = last != null && last.time.endNanos > part.startNanos;
      if (awaited || staying) {
        add(new Pause(part, awaited && part.endNanos <= last.begunNanos), found);
      }
    }
  }

  private static boolean isBefore(Exchange exchange, Stretch part) {
    return exchange.time.startNanos <= part.startNanos;
  }

  /** When something changes in an idle time, its ends included. */
  private static List<Long> cuts(List<Exchange> exchanges, Stretch idle) {
    return exchanges.stream()
        .flatMap(it -> Stream.of(it.time.startNanos, it.time.endNanos, it.begunNanos))
        .filter(at -> at > idle.startNanos && at < idle.endNanos)
        .collect(
            () -> new TreeSet<>(List.of(idle.startNanos, idle.endNanos)),
            TreeSet::add,
            TreeSet::addAll)
        .stream()
        .toList();
  }

  private static void add(Pause pause, List<Pause> found) {
    var last = found.isEmpty() ? null : found.getLast();
    if (last != null
        && last.waiting == pause.waiting
        && last.time.endNanos == pause.time.startNanos) {
      found.removeLast();
      found.add(new Pause(new Stretch(last.time.startNanos, pause.time.endNanos), pause.waiting));
    } else {
      found.add(pause);
    }
  }

  /** Stretches that do not touch, in their order, as far as they lie in a window. */
  private static List<Stretch> union(List<Stretch> stretches, Stretch window) {
    var union = new ArrayList<Stretch>();
    for (var stretch :
        stretches.stream().sorted(Comparator.comparingLong(Stretch::startNanos)).toList()) {
      long start = Math.max(stretch.startNanos, window.startNanos);
      long end = Math.min(stretch.endNanos, window.endNanos);
      if (start >= end) {
        continue;
      }
      if (!union.isEmpty() && union.getLast().endNanos >= start) {
        var last = union.removeLast();
        union.add(new Stretch(last.startNanos, Math.max(last.endNanos, end)));
      } else {
        union.add(new Stretch(start, end));
      }
    }
    return union;
  }

  /** The same and another time of the same ranks. */
  public Overlap plus(Overlap other) {
    return new Overlap(
        exchangeNanos + other.exchangeNanos,
        waitingNanos + other.waitingNanos,
        exposedNanos + other.exposedNanos);
  }

  /** So many times as much: the part of one step, for example. */
  public Overlap times(double factor) {
    return new Overlap(exchangeNanos * factor, waitingNanos * factor, exposedNanos * factor);
  }

  public double exchangeSeconds() {
    return exchangeNanos / 1e9;
  }

  public double waitingSeconds() {
    return waitingNanos / 1e9;
  }

  public double exposedSeconds() {
    return exposedNanos / 1e9;
  }

  /**
   * The part of exchanges behind which something was computed, waiting left out, from 0 to 1;
   * nothing if there was no exchange but waiting. Of several steps or ranks it is that of their
   * sum, never a mean of parts.
   */
  public OptionalDouble hidden() {
    double moving = exchangeNanos - waitingNanos;
    return moving > exchangeNanos * 1e-9
        ? OptionalDouble.of(Math.max(0, (moving - exposedNanos) / moving))
        : OptionalDouble.empty();
  }
}
