package io.weft.flow;

import io.weft.network.shared.Note;
import io.weft.network.shared.Ring;
import java.util.ArrayDeque;

/** What goes to one peer through mapped memory: at once, or when the peer has made room. */
final class Postbox {
  private final Ring ring;

  /** Letters for which there was no room, in order; guarded by this. */
  private final ArrayDeque<Letter> left = new ArrayDeque<>();

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

  private boolean passOn(Letter letter) {
    var parts = letter.parts();
    if (!ring.offerMessage(letter.about(), parts.byteCount(), parts.segments())) {
      return false;
    }
    letter.setPosted();
    return true;
  }
}
