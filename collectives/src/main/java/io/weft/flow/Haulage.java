package io.weft.flow;

import io.weft.network.shared.Note;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The large messages between this rank and its neighbours. A parcel goes when the neighbour has
 * given credit for it, so that what lies in mapped memory can always be taken out; the most urgent
 * one goes first, and as much is under way as the ring has room for.
 */
final class Haulage {
  private final FlowTransport transport;
  private final int own;

  /** Parcels and arrivals that are not done. */
  private final AtomicInteger underWay = new AtomicInteger();

  /** Made by the threads of a rank whose number on its host this is. */
  Haulage(FlowTransport transport, int own) {
    this.transport = transport;
    this.own = own;
  }

  /** Whether nothing is under way. */
  boolean isIdle() {
    return underWay.get() == 0;
  }

  void send(Parcel parcel, Neighbour peer, SignalBox box) {
    underWay.incrementAndGet();
    var credit = box.parcels(peer.number()).offer(parcel);
    if (credit != null) {
      release(parcel, credit, peer);
    }
  }

  void expect(Arrival arrival, Neighbour peer, SignalBox box) {
    underWay.incrementAndGet();
    box.parcels(peer.number()).expect(arrival);
  }

  /** A neighbour has memory for a message. */
  void grant(Neighbour peer, Note note, SignalBox box) {
    var credit = SignalBox.credit(note);
    var parcel = box.parcels(peer.number()).grant(credit);
    if (parcel != null) {
      release(parcel, credit, peer);
    }
  }

  private void release(Parcel parcel, Parcels.Credit credit, Neighbour peer) {
    if (credit.byteCount() == parcel.byteCount()) {
      peer.postbox().release(parcel);
    } else {
      transport.unequal(peer.rank(), credit.byteCount(), parcel.byteCount(), parcel.ticket());
    }
  }

  /** Passes on pieces for which there is room; whether a parcel is done. */
  boolean collect(List<Neighbour> neighbours) {
    int before = underWay.get();
    if (before > 0) {
      neighbours.forEach(this::collect);
    }
    return underWay.get() < before;
  }

  private void collect(Neighbour neighbour) {
    for (var piece = neighbour.postbox().collectPiece(); piece != Postbox.Passed.NOTHING; ) {
      if (piece == Postbox.Passed.LAST_PIECE) {
        underWay.decrementAndGet();
      }
      neighbour.bell().ring(own);
      piece = neighbour.postbox().collectPiece();
    }
  }

  /** A piece has come; by the thread that takes what comes. */
  void take(Neighbour peer, Note note, @Nullable SignalBox box) {
    var parcels = box == null ? null : box.parcels(peer.number());
    var arrival = parcels == null ? null : parcels.next();
    if (parcels != null && arrival != null && arrival.fits(note.e()) && !transport.isOver()) {
      if (arrival.take(peer.incoming().message(note))) {
        parcels.arrived();
        underWay.decrementAndGet();
      }
    } else if (!transport.isOver()) {
      transport.giveUp(
          "rank %d sent %d bytes that nothing has asked for".formatted(peer.rank(), note.e()));
    }
    peer.incoming().setRead(note);
    peer.bell().ring(own);
  }

  void withdraw(Parcel parcel, Neighbour peer, SignalBox box) {
    box.parcels(peer.number()).withdraw(parcel);
    peer.postbox().withdraw(parcel);
    if (!parcel.isDone()) {
      underWay.decrementAndGet();
    }
  }

  /** Likewise; by a thread that keeps others from taking what comes. */
  void withdraw(Arrival arrival, Neighbour peer, SignalBox box) {
    box.parcels(peer.number()).expectNothing();
    if (!arrival.isDone()) {
      underWay.decrementAndGet();
    }
  }
}
