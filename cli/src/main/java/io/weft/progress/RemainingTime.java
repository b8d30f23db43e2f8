package io.weft.progress;

import java.util.ArrayDeque;
import java.util.OptionalDouble;

/**
 * How long a run still takes, from how far it was at some times.
 *
 * <p>What is left is taken to go as fast as the later half of what is done: the first steps of a
 * program are slow, and validation, checkpoints and slow ranks count as often as they come.
 */
public final class RemainingTime {
  /** More are thinned out: a long run is known well enough by every second of them. */
  private static final int KEPT_MOST = 1024;

  /** From fewer nothing is guessed: the first step takes as long as many. */
  private static final int SEEN_LEAST = 4;

  private final ArrayDeque<Seen> seen = new ArrayDeque<>();

  private record Seen(double seconds, double done) {}

  /**
   * Takes in how far the run is.
   *
   * @param seconds since any time that stays the same
   * @param done how many steps were made
   */
  public void add(double seconds, long done) {
    seen.addLast(new Seen(seconds, done));
    if (seen.size() > KEPT_MOST) {
      boolean[] drop = {false};
      seen.removeIf(_ -> drop[0] = !drop[0]);
    }
  }

  /**
   * How many seconds were left when it was added to last; empty as long as nothing can be said.
   *
   * @param steps how many are made in all
   */
  public OptionalDouble seconds(long steps) {
    if (seen.size() < SEEN_LEAST) {
      return OptionalDouble.empty();
    }
    var last = seen.getLast();
    var since = middle(last);
    double each = (last.seconds - since.seconds) / (last.done - since.done);
    return last.done > since.done
        ? OptionalDouble.of(each * (steps - last.done))
        : OptionalDouble.empty();
  }

  /** The last at which no more than half of the steps were made. */
  private Seen middle(Seen last) {
    var first = seen.getFirst();
    double half = (first.done + last.done) / 2;
    var middle = first;
    for (var each : seen) {
      if (each.done > half) {
        break;
      }
      middle = each;
    }
    return middle;
  }
}
