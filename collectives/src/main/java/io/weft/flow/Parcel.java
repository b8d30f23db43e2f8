package io.weft.flow;

import io.weft.network.Intake;
import io.weft.network.Ticket;
import io.weft.network.shared.Note;

/**
 * A large message on its way to a neighbour, through mapped memory, piece by piece. It waits until
 * the neighbour has said that it has memory for it.
 */
final class Parcel {
  private final Ticket ticket;
  private final Parts parts;

  /** Guarded by the postbox: how much has been copied to where the neighbour finds it. */
  private long moved;

  private long order;
  private volatile boolean done;

  Parcel(Ticket ticket, Parts parts) {
    this.ticket = ticket;
    this.parts = parts;
  }

  Ticket ticket() {
    return ticket;
  }

  long byteCount() {
    return parts.byteCount();
  }

  /** What its pieces say. */
  Note about() {
    return SignalBox.about(Note.PIECE, ticket);
  }

  /** Its next piece. */
  Parts next(long bytesMost) {
    long whole = bytesMost / Intake.GRAIN_BYTES * Intake.GRAIN_BYTES;
    return parts.slice(moved, Math.min(whole, byteCount() - moved));
  }

  /** Notes that a piece has been copied; whether that was the last. */
  boolean passed(Parts piece) {
    moved += piece.byteCount();
    done = moved == byteCount();
    return done;
  }

  /** Whether it has been copied, so that its memory may change. */
  boolean isDone() {
    return done;
  }

  int priority() {
    return ticket.priority();
  }

  /** In which order parcels of equal priority go. */
  long order() {
    return order;
  }

  void setOrder(long number) {
    order = number;
  }
}
