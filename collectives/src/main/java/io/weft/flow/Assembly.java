package io.weft.flow;

import io.weft.network.Deadline;
import io.weft.network.Ticket;
import io.weft.network.shared.Bell;
import io.weft.network.shared.Board;
import io.weft.network.shared.Commons;
import io.weft.network.shared.Neighbours;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;

/**
 * All ranks of a host come together, and each shows the others something small: operations that
 * need nothing else. Whoever finds all others there at once, or nearly so, leaves no trace but a
 * line in the ledger; others wait as in any operation, so that disagreement, loss and deadlines are
 * found out in the same way. Belongs to one thread.
 */
final class Assembly {
  private final FlowTransport transport;
  private final Neighbours host;
  private final Board board;

  /** By number among the ranks of the host, as everything here. */
  private final Bell[] bells;

  private final int own;
  private long turn;

  Assembly(FlowTransport transport, Neighbours host, Commons commons) {
    this.transport = transport;
    this.host = host;
    this.board = commons.board();
    this.bells = new Bell[host.count()];
    Arrays.setAll(bells, commons::bell);
    this.own = host.number(transport.rank());
  }

  /**
   * Shows the others something and waits until they have done so, too.
   *
   * @param meanwhile what is done in the moment that the others need anyway
   * @return what each rank shows; that of others stays until the next call
   */
  MemorySegment[] show(Ticket ticket, MemorySegment bytes, Duration timeout, Runnable meanwhile) {
    transport.checkUsable(ticket);
    transport.ledger().note(ticket);
    turn++;
    board.post(own, turn, ticket.fingerprint(), bytes);
    meanwhile.run();
    for (int peer = 0; peer < bells.length; peer++) {
      if (peer != own) {
        bells[peer].answer(own);
      }
    }
    if (transport.tribunal().isAsked() || !bells[own].expect(() -> allShow(ticket))) {
      await(ticket, timeout);
    }
    return shown(bytes);
  }

  private boolean allShow(Ticket ticket) {
    for (int peer = 0; peer < bells.length; peer++) {
      if (peer != own && !shows(peer, ticket)) {
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
        if (peer != own) {
          channel.await(host.rank(peer), () -> showsOrDiffers(from, ticket), deadline);
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

  private MemorySegment[] shown(MemorySegment bytes) {
    var shown = new MemorySegment[bells.length];
    for (int each = 0; each < shown.length; each++) {
      shown[each] = each == own ? bytes : board.shown(each, turn, bytes.byteSize());
    }
    return shown;
  }
}
