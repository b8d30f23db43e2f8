package io.weft.flow;

import io.weft.network.shared.Note;
import io.weft.network.shared.Ring;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/** What goes to one peer through mapped memory: at once, or when the peer has made room. */
final class Postbox {
  private final Ring ring;

  /** Letters for which there was no room, in order; guarded by this. */
  private final ArrayDeque<Letter> left = new ArrayDeque<>();

  /** What the peer has memory for; guarded by this. */
  private final PriorityQueue<Parcel> parcels =
      new PriorityQueue<>(
          Comparator.comparingInt(Parcel::priority).thenComparingLong(Parcel::order));

  private long orders;

  Postbox(Ring ring) {
    this.ring = ring;
  }

  /** Passes a note on, unless there is no room. */
  synchronized boolean offer(Note note) {
    return ring.offer(note);
  }

  /** Takes a letter; whether it is on its way already. */
  synchronized boolean post(Letter letter) {
    if (left.isEmpty() && passOn(letter)) {
      return true;
    }
    left.add(letter);
    return false;
  }

  /** Passes on what there is room for now; whether there was any. */
  synchronized boolean collect() {
    boolean any = false;
    for (var first = left.peek(); first != null && passOn(first); first = left.peek()) {
      left.remove();
      any = true;
    }
    return any;
  }

  /** Gives a letter back that is not on its way. */
  synchronized void withdraw(Letter letter) {
    left.remove(letter);
  }

  /** Takes a parcel for which the peer has memory. */
  synchronized void release(Parcel parcel) {
    parcel.setOrder(orders++);
    parcels.add(parcel);
  }

  /** What was passed on of parcels. */
  enum Passed {
    NOTHING,
    PIECE,
    LAST_PIECE
  }

  /** Passes on a piece of the most urgent parcel, if there is one, and room for it. */
  synchronized Passed collectPiece() {
    var first = parcels.peek();
    if (first == null) {
      return Passed.NOTHING;
    }
    var piece = first.next(ring.pieceBytesMost());
    if (!ring.offerMessage(first.about(), piece.byteCount(), piece.segments())) {
      return Passed.NOTHING;
    }
    if (!first.passed(piece)) {
      return Passed.PIECE;
    }
    parcels.remove();
    return Passed.LAST_PIECE;
  }

  /** Gives a parcel back, whatever part of it is on its way. */
  synchronized void withdraw(Parcel parcel) {
    parcels.remove(parcel);
  }

  private boolean passOn(Letter letter) {
    var parts = letter.parts();
    if (!ring.offerMessage(letter.about(), parts.byteCount(), parts.segments())) {
      return false;
    }
    letter.setPosted();
    return true;
  }
}
