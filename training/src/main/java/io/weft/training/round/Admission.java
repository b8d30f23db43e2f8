package io.weft.training.round;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * Which exchanges start, if not all that could: one starts while what is under way and no less
 * urgent leaves room for it within the credit, and while not too many are under way. What comes
 * first in their order is the most urgent. Not for several threads: a runner guards it by its lock.
 * It decides in training and in simulations of it.
 *
 * <p>In ByteScheduler a tensor that was started cannot be stopped, so there the credit bounds how
 * long an urgent one waits. Here what is less urgent gives way between two chunks, so it does not
 * count.
 *
 * <p>Ranks whose gradients become ready in different orders never wait for each other, and need no
 * word about the order: of all exchanges that are not done the most urgent one starts as soon as it
 * can, whatever else is under way. So it starts on all ranks, and is done.
 *
 * @param <T> an exchange in one round of a run
 */
public final class Admission<T extends Comparable<T>> {
  /** A communicator has room for 64 operations, and some of them are no exchanges of buckets. */
  private static final int UNDER_WAY_MOST = 48;

  private final long credit;
  private final ToLongFunction<? super T> bytes;
  private final int most;
  private final TreeSet<T> undone = new TreeSet<>();
  private final PriorityQueue<T> waiting = new PriorityQueue<>();
  private final TreeSet<T> underWay = new TreeSet<>();

  /** Nothing is under way yet. */
  public Admission(long credit, ToLongFunction<? super T> bytes) {
    this(credit, bytes, UNDER_WAY_MOST);
  }

  /**
   * Nothing is under way yet.
   *
   * @param most how many may be under way, besides the most urgent of all
   */
  Admission(long credit, ToLongFunction<? super T> bytes, int most) {
    this.credit = credit;
    this.bytes = bytes;
    this.most = most;
  }

  /** This one will come, sooner or later. */
  public void expect(T item) {
    undone.add(item);
  }

  /** What starts now that this one could. */
  public List<T> ready(T item) {
    waiting.add(item);
    return admitted();
  }

  /** What starts now that this one is done. */
  public List<T> done(T item) {
    undone.remove(item);
    underWay.remove(item);
    return admitted();
  }

  private List<T> admitted() {
    var admitted = new ArrayList<T>();
    while (!waiting.isEmpty() && fits(waiting.peek())) {
      var item = waiting.remove();
      underWay.add(item);
      admitted.add(item);
    }
    return admitted;
  }

  private boolean fits(T item) {
    if (!undone.isEmpty() && item.equals(undone.first())) {
      return true;
    }
    var before = underWay.headSet(item);
    long taken = before.stream().mapToLong(bytes).sum();
    return underWay.size() < most
        && (before.isEmpty() || taken + bytes.applyAsLong(item) <= credit);
  }
}
