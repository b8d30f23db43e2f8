package io.weft.flow;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent to one peer, in order of urgency: frames that only control, then messages
 * by priority, and among equals in the order in which they came. Guarded by the lock of the pair.
 */
final class Outbox {
  private static final Comparator<Message> URGENCY =
      Comparator.<Message>comparingInt(message -> message.ticket.priority())
          .thenComparingLong(message -> message.order);

  private final ArrayDeque<Piece> controls = new ArrayDeque<>();
  private final PriorityQueue<Message> eager = new PriorityQueue<>(URGENCY);
  private final PriorityQueue<Message> bulk = new PriorityQueue<>(URGENCY);
  private long orders;

  /** What may go out on a connection now. */
  interface Gate {
    /** How many of this many bytes of a message may go; 0 for none. */
    int allows(long bytes);
  }

  /** Whether a whole small message may go out on a connection now. */
  interface Door {
    boolean lets(long bytes);
  }

  void add(Piece control) {
    controls.add(control);
  }

  /** Takes in a message that may go: it is small, or the receiver has granted credit. */
  void add(Message message) {
    message.order = orders++;
    (message.eager ? eager : bulk).add(message);
  }

  boolean hasSmall() {
    return !controls.isEmpty() || !eager.isEmpty();
  }

  boolean hasBulk() {
    return !bulk.isEmpty();
  }

  /** What is left of the most urgent large message. */
  long bulkRemaining() {
    var message = bulk.peek();
    return message == null ? 0 : message.remaining();
  }

  /** The next frame for the first connection, which carries everything. */
  @Nullable Piece next(Door forEager, Gate forBulk) {
    if (!controls.isEmpty()) {
      return forEager.lets(0) ? nextControl() : null;
    }
    var small = eager.peek();
    var large = bulk.peek();
    if (small != null && (large == null || URGENCY.compare(small, large) < 0)) {
      return forEager.lets(small.length()) ? whole() : null;
    }
    return nextBulk(forBulk);
  }

  /** The next frame that only controls. */
  @Nullable Piece nextControl() {
    return controls.poll();
  }

  /** The next frame for a further connection, which carries chunks only. */
  @Nullable Piece nextBulk(Gate gate) {
    var message = bulk.peek();
    if (message == null) {
      return null;
    }
    int length = gate.allows(message.remaining());
    if (length == 0) {
      return null;
    }
    var piece = Piece.next(message, length);
    message.started += length;
    message.moving++;
    if (message.remaining() == 0) {
      bulk.remove();
    }
    return piece;
  }

  private Piece whole() {
    var message = eager.remove();
    var piece = Piece.next(message, (int) message.length());
    message.started = message.length();
    message.moving++;
    return piece;
  }
}
