package io.weft.training.round;

import io.weft.schedule.graph.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * Which exchanges start, if not all that could: one starts while what is under way and no less
 * urgent leaves room for it within the credit, and while not too many are under way. Guarded by the
 * lock of its runner.
 *
 * <p>In ByteScheduler a tensor that was started cannot be stopped, so there the credit bounds how
 * long an urgent one waits. Here what is less urgent gives way between two chunks, so it does not
 * count.
 *
 * <p>Ranks whose gradients become ready in different orders never wait for each other, and need no
 * word about the order: of all exchanges that are not done the most urgent one starts as soon as it
 * can, whatever else is under way. So it starts on all ranks, and is done.
 */
public final class Admission {
  /** A communicator has room for 64 operations, and some of them are no exchanges of buckets. */
  private static final int UNDER_WAY_MOST = 48;

  private final long credit;
  private final ToLongFunction<Task> bytes;
  private final int most;
  private final TreeSet<Item> undone = new TreeSet<>();
  private final PriorityQueue<Item> waiting = new PriorityQueue<>();
  private final TreeSet<Item> underWay = new TreeSet<>();

  /** Nothing is under way yet. */
  public Admission(long credit, ToLongFunction<Task> bytes) {
    this(credit, bytes, UNDER_WAY_MOST);
  }

  /**
   * Nothing is under way yet.
   *
   * @param most how many may be under way, besides the most urgent of all
   */
  Admission(long credit, ToLongFunction<Task> bytes, int most) {
    this.credit = credit;
    this.bytes = bytes;
    this.most = most;
  }

  /** This one will come, sooner or later. */
  void expect(Item item) {
    undone.add(item);
  }

  /** What starts now that this one could. */
  List<Item> ready(Item item) {
    waiting.add(item);
    return admitted();
  }

  /** What starts now that this one is done. */
  List<Item> done(Item item) {
    undone.remove(item);
    underWay.remove(item);
    return admitted();
  }

  private List<Item> admitted() {
    var admitted = new ArrayList<Item>();
    while (!waiting.isEmpty() && fits(waiting.peek())) {
      var item = waiting.remove();
      underWay.add(item);
      admitted.add(item);
    }
    return admitted;
  }

  private boolean fits(Item item) {
    if (!undone.isEmpty() && item.equals(undone.first())) {
      return true;
    }
    var before = underWay.headSet(item);
    long taken = before.stream().map(other -> other.node.task()).mapToLong(bytes).sum();
    return underWay.size() < most
        && (before.isEmpty() || taken + bytes.applyAsLong(item.node.task()) <= credit);
  }
}
