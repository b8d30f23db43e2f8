package io.weft.flow;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent to one peer, in order of urgency: frames that only control, then messages
 * by priority, and among equals in the order in which they came. Large messages wait by themselves,
 * for streams that carry nothing else. Guarded by the lock of the pair.
 */
final class Outbox {
  private static final Comparator<Message> URGENCY =
      Comparator.<Message>comparingInt(message -> message.ticket.priority())
          .thenComparingLong(message -> message.order);

  private final ArrayDeque<Piece> controls = new ArrayDeque<>();
  private final PriorityQueue<Message> small = new PriorityQueue<>(URGENCY);
  private final PriorityQueue<Message> large = new PriorityQueue<>(URGENCY);
  private long orders;

  /** What may go out on a stream now. */
  interface Gate {
    /** How many bytes of a message may go; 0 for none, unless it has none. */
    long allows(Message message);
  }

  void add(Piece control) {
    controls.add(control);
  }

  /** Takes in a message that may go, for the first stream. */
  void addSmall(Message message) {
    message.order = orders++;
    small.add(message);
  }

  /** Takes in a message that may go, for the other streams. */
  void addLarge(Message message) {
    message.order = orders++;
    large.add(message);
  }

  boolean hasControls() {
    return !controls.isEmpty();
  }

  @Nullable Message firstSmall() {
    return small.peek();
  }

  @Nullable Message firstLarge() {
    return large.peek();
  }

  /** The next frame that only controls. */
  @Nullable Piece nextControl() {
    return controls.poll();
  }

  /** The next frame of a message for the first stream. */
  @Nullable Piece nextSmall(Gate gate) {
    return next(small, gate);
  }

  /** The next frame for another stream. */
  @Nullable Piece nextLarge(Gate gate) {
    return next(large, gate);
  }

  private static @Nullable Piece next(PriorityQueue<Message> queue, Gate gate) {
    var message = queue.peek();
    if (message == null) {
      return null;
    }
    int length = (int) gate.allows(message);
    if (length == 0 && message.length() > 0) {
      return null;
    }
    var piece = Piece.next(message, length);
    message.started += length;
    message.moving++;
    if (message.remaining() == 0) {
      queue.remove();
    }
    return piece;
  }
}
