package io.weft.flow;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The large messages of one operation between this rank and one neighbour, each way in order. Who
 * receives says that it has memory, and who sends may then send: the two find each other here,
 * whichever is first. For all threads.
 */
final class Parcels {
  /** The neighbour has memory for a message of this length. */
  record Credit(long fingerprint, long byteCount) {}

  private final ArrayDeque<Parcel> waiting = new ArrayDeque<>();
  private final ArrayDeque<Credit> early = new ArrayDeque<>();
  private final ArrayDeque<Arrival> expected = new ArrayDeque<>();

  /** A message to be sent; the credit for it, or null if it waits. */
  synchronized @Nullable Credit offer(Parcel parcel) {
    var credit = early.poll();
    if (credit == null) {
      waiting.add(parcel);
    }
    return credit;
  }

  /** The message that waits for a credit, or null if the credit waits. */
  synchronized @Nullable Parcel grant(Credit credit) {
    var parcel = waiting.poll();
    if (parcel == null) {
      early.add(credit);
    }
    return parcel;
  }

  synchronized void expect(Arrival arrival) {
    expected.add(arrival);
  }

  /** The message to which the next piece belongs; null if none is expected. */
  synchronized @Nullable Arrival next() {
    return expected.peek();
  }

  /** The first of those expected is complete. */
  synchronized void arrived() {
    expected.remove();
  }

  /** Nothing of a message that waits is sent. */
  synchronized void withdraw(Parcel parcel) {
    waiting.remove(parcel);
  }

  /** Nothing is stored any more. */
  synchronized void expectNothing() {
    expected.clear();
  }

  /** Forgets credit that was meant for another operation of the same key; whether there was any. */
  synchronized boolean dropOthers(long fingerprint) {
    return early.removeIf(credit -> credit.fingerprint() != fingerprint);
  }
}
