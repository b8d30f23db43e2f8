package io.weft.flow;

import io.weft.network.Deadline;
import io.weft.network.Ticket;
import io.weft.network.shared.Bell;
import io.weft.network.shared.Board;
import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * All ranks of a host come together, and each shows the others something small: operations that
 * need nothing else. Whoever finds all others there at once, or nearly so, leaves no trace but a
 * line in the ledger; others wait as in any operation, so that disagreement, loss and deadlines are
 * found out in the same way. Belongs to one thread.
 */
final class Assembly {
  private final FlowTransport transport;
  private final Board board;
  private final Bell[] bells;
  private final int rank;
  private long turn;

  Assembly(FlowTransport transport, Board board, Bell[] bells) {
    this.transport = transport;
    this.board = board;
    this.bells = bells;
    this.rank = transport.rank();
  }

  /**
   * Shows the others something and waits until they have done so, too.
   *
   * @return what each rank shows, at the beginning of its memory; it stays until the next call
   */
  MemorySegment[] show(Ticket ticket, MemorySegment own, Duration timeout) {
    transport.checkUsable(ticket);
    transport.ledger().note(ticket);
    turn++;
    board.post(rank, turn, ticket.fingerprint(), own);
    for (int peer = 0; peer < bells.length; peer++) {
      if (peer != rank) {
        bells[peer].answer(rank);
      }
    }
    if (transport.tribunal().isAsked() || !bells[rank].expect(() -> allShow(ticket))) {
      await(ticket, timeout);
    }
    return pages();
  }

  private boolean allShow(Ticket ticket) {
    for (int peer = 0; peer < bells.length; peer++) {
      if (!shows(peer, ticket)) {
        return false;
      }
    }
    return true;
  }

  private boolean shows(int peer, Ticket ticket) {
    return board.isPosted(peer, turn) && board.fingerprint(peer, turn) == ticket.fingerprint();
  }

  private void await(Ticket ticket, Duration timeout) {
    var deadline = Deadline.after(timeout, ticket.description(), System::nanoTime);
    try (var channel = transport.opened(ticket)) {
      for (int peer = 0; peer < bells.length; peer++) {
        int from = peer;
        if (peer != rank) {
          channel.await(peer, () -> showsOrDiffers(from, ticket), deadline);
        }
      }
    }
  }

  /** Whether a peer shows something; if it is of another mind, the wait ends by a verdict. */
  private boolean showsOrDiffers(int peer, Ticket ticket) {
    if (board.isPosted(peer, turn) && !shows(peer, ticket)) {
      transport.tribunal().differ(ticket);
    }
    return shows(peer, ticket);
  }

  private MemorySegment[] pages() {
    var pages = new MemorySegment[bells.length];
    for (int each = 0; each < pages.length; each++) {
      pages[each] = board.page(each, turn);
    }
    return pages;
  }
}
