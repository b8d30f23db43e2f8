package io.weft.flow;

import io.weft.network.shared.Bell;
import io.weft.network.shared.Note;
import io.weft.network.shared.Pulse;
import io.weft.network.shared.Ring;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A rank of the same host, and what joins it with this one.
 *
 * @param number among the ranks of the host
 * @param bell wakes it
 * @param pulse shows that it lives
 * @param incoming what it has told
 * @param postbox what it is to be told
 * @param unclaimed bytes of its messages that have come and that no operation has asked for
 */
record Neighbour(
    int rank,
    int number,
    Bell bell,
    Pulse pulse,
    Ring incoming,
    Postbox postbox,
    AtomicLong unclaimed) {
  /** How many bytes of its messages may wait here; beyond that they wait there. */
  private static final long UNCLAIMED_MOST = 4 << 20;

  /** So many that no claim makes room again. */
  private static final long NEVER_CLAIMED = Long.MAX_VALUE / 2;

  /** Whether it has told something that there is room for. */
  boolean isWelcome() {
    return incoming.hasNext() && unclaimed.get() < UNCLAIMED_MOST;
  }

  /**
   * What it has told next; null if that is nothing, or if there is no room for it.
   *
   * @throws CorruptException if no rank of ours tells that; it is not listened to any more
   */
  @Nullable Note next() throws CorruptException {
    if (!isWelcome()) {
      return null;
    }
    if (!incoming.isPossible()) {
      throw nonsense("more notes than there is room for");
    }
    var note = incoming.poll();
    if (note == null) {
      throw nonsense("a count of notes that is not that of its notes");
    }
    if (!isPossible(note)) {
      throw nonsense("a note that is impossible: " + note);
    }
    return note;
  }

  private CorruptException nonsense(String what) {
    unclaimed.set(NEVER_CLAIMED);
    return new CorruptException(what);
  }

  private boolean isPossible(Note note) {
    boolean brings = note.kind() == Note.MESSAGE || note.kind() == Note.PIECE;
    boolean known = note.kind() >= Note.SIGNAL && note.kind() <= Note.PIECE;
    return known && (!brings || incoming.holds(note));
  }
}
