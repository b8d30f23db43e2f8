package io.weft.flow;

import io.weft.network.Deadline;
import io.weft.network.Receiving;
import io.weft.network.Sending;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages of one operation that are small enough to go through mapped memory. */
final class SmallMessages {
  private final FlowChannel channel;
  private final Signals signals;

  /** Those that wait for room at the peer. */
  private final List<Outgoing> outgoing = new ArrayList<>();

  /** By number of a peer: those that have been asked for and not come, in order. */
  private final @Nullable ArrayDeque<Incoming>[] incoming;

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type, which Java cannot make
  SmallMessages(FlowChannel channel, Signals signals) {
    this.channel = channel;
    this.signals = signals;
    this.incoming = new ArrayDeque[signals.count()];
  }

  Sending send(int peer, Parts parts) {
    var letter = signals.send(peer, channel.ticket(), parts);
    if (letter.isPosted()) {
      return Sent.SENT;
    }
    var message = new Outgoing(this, peer, letter);
    outgoing.add(message);
    return message;
  }

  Receiving receive(int peer, Parts parts) {
    var message = new Incoming(peer, parts);
    queue(peer).add(message);
    return message;
  }

  private ArrayDeque<Incoming> queue(int peer) {
    int number = signals.number(peer);
    var queue = incoming[number];
    if (queue == null) {
      queue = new ArrayDeque<>();
      incoming[number] = queue;
    }
    return queue;
  }

  /** Nobody touches memory of this operation any more; whether anything was not on its way. */
  boolean withdraw() {
    outgoing.removeIf(message -> message.isTaken());
    outgoing.forEach(message -> signals.withdraw(message.letter, message.peer));
    return !outgoing.isEmpty();
  }

  /** A message that was copied at once. */
  private enum Sent implements Sending {
    SENT;

    @Override
    public boolean isTaken() {
      return true;
    }

    @Override
    public void await(Deadline deadline) {}
  }

  private record Outgoing(SmallMessages of, int peer, Letter letter) implements Sending {
    @Override
    public boolean isTaken() {
      return letter.isPosted();
    }

    @Override
    public void await(Deadline deadline) {
      var channel = of.channel;
      channel.waiting(peer, () -> of.signals.await(letter, peer, channel.ticket(), deadline));
    }
  }

  private final class Incoming implements Receiving {
    private final int peer;
    private final Parts parts;
    private boolean here;

    Incoming(int peer, Parts parts) {
      this.peer = peer;
      this.parts = parts;
    }

    /** Those of the same peer that were asked for before come first. */
    @Override
    public void await(Deadline deadline) {
      while (!here) {
        channel.waiting(peer, () -> takeNext(deadline));
      }
    }

    private void takeNext(Deadline deadline) {
      var bytes = signals.awaitMessage(peer, channel.ticket(), deadline);
      var next = queue(peer).remove();
      if (bytes.remaining() != next.parts.byteCount()) {
        channel.unequal(peer, bytes.remaining(), next.parts.byteCount());
      }
      next.parts.take(0, MemorySegment.ofBuffer(bytes));
      next.here = true;
    }
  }
}
