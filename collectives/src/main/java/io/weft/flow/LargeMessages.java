package io.weft.flow;

import io.weft.network.Deadline;
import io.weft.network.Receiving;
import io.weft.network.Sending;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The messages of one operation that go to and come from neighbours in pieces. */
final class LargeMessages {
  private final FlowChannel channel;
  private final Signals signals;
  private final List<Outgoing> outgoing = new ArrayList<>();
  private final List<Incoming> incoming = new ArrayList<>();

  LargeMessages(FlowChannel channel, Signals signals) {
    this.channel = channel;
    this.signals = signals;
  }

  Sending send(int peer, Parts parts) {
    var message = new Outgoing(this, peer, signals.sendLarge(peer, channel.ticket(), parts));
    outgoing.removeIf(Outgoing::isTaken);
    outgoing.add(message);
    return message;
  }

  Receiving receive(int peer, Parts parts) {
    var message = new Incoming(this, peer, signals.receiveLarge(peer, channel.ticket(), parts));
    incoming.removeIf(other -> other.arrival.isDone());
    incoming.add(message);
    return message;
  }

  /** Whether all that was started has ended. */
  boolean isDone() {
    return outgoing.stream().allMatch(Outgoing::isTaken)
        && incoming.stream().allMatch(message -> message.arrival.isDone());
  }

  /** Nobody touches memory of this operation any more. */
  void withdraw() {
    outgoing.forEach(
        message -> signals.withdraw(message.parcel, message.peer, channel.ticket().key()));
    incoming.forEach(
        message -> signals.withdraw(message.arrival, message.peer, channel.ticket().key()));
  }

  private record Outgoing(LargeMessages of, int peer, Parcel parcel) implements Sending {
    @Override
    public boolean isTaken() {
      return parcel.isDone();
    }

    @Override
    public void await(Deadline deadline) {
      of.await(peer, parcel::isDone, deadline);
    }
  }

  private record Incoming(LargeMessages of, int peer, Arrival arrival) implements Receiving {
    @Override
    public void await(Deadline deadline) {
      of.await(peer, arrival::isDone, deadline);
    }
  }

  private void await(int peer, BooleanSupplier there, Deadline deadline) {
    if (!there.getAsBoolean()) {
      channel.waiting(peer, () -> signals.await(peer, there, channel.ticket(), deadline));
    }
  }
}
