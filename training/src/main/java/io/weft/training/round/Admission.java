package io.weft.training.round;

import io.weft.schedule.graph.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * Which exchanges start, if not all that could: one starts while what is under way and no less
 * urgent leaves room for it within the credit. Guarded by the lock of its runner.
 *
 * <p>In ByteScheduler a tensor that was started cannot be stopped, so there the credit bounds how
 * long an urgent one waits. Here what is less urgent gives way between two chunks, so it does not
 * count. The most urgent exchange of all therefore always starts: ranks whose gradients become
 * ready in different orders never wait for each other, and need no word about the order.
 */
public final class Admission {
  private final long credit;
  private final ToLongFunction<Task> bytes;
  private final PriorityQueue<Item> waiting = new PriorityQueue<>();
  private final TreeSet<Item> underWay = new TreeSet<>();

  /** Nothing is under way yet. */
  public Admission(long credit, ToLongFunction<Task> bytes) {
    this.credit = credit;
    this.bytes = bytes;
  }

  /** What starts now that this one could. */
  List<Item> ready(Item item) {
    waiting.add(item);
    return admitted();
  }

  /** What starts now that this one is done. */
  List<Item> done(Item item) {
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
    var before = underWay.headSet(item);
    long taken = before.stream().map(other -> other.node.task()).mapToLong(bytes).sum();
    return before.isEmpty() || taken + bytes.applyAsLong(item.node.task()) <= credit;
  }
}
