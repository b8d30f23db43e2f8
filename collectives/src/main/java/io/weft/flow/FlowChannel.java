package io.weft.flow;

import static java.util.Objects.requireNonNull;

import io.weft.network.Channel;
import io.weft.network.Deadline;
import io.weft.network.Intake;
import io.weft.network.Receiving;
import io.weft.network.Sending;
import io.weft.network.Ticket;
import io.weft.network.shared.Ring;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One rank's part in one operation over connections. */
final class FlowChannel implements Channel {
  private final FlowTransport transport;
  private final Ticket ticket;
  private final @Nullable Strand[] strands;
  private final List<Moving> outgoing = new ArrayList<>();
  private final List<Moving> incoming = new ArrayList<>();

  /** What goes through mapped memory; null before the first. */
  private @Nullable SmallMessages small;

  private @Nullable LargeMessages large;

  /** For whom this rank waits, and since when; -1 for nobody. */
  private volatile int waitingFor = -1;

  private volatile long waitingSinceNanos;

  /** Of the thread that looks out: the start of the wait that it has dealt with. */
  private long stallNanos;

  /** Whether any peer hears of the operation by its messages. */
  private boolean spoken;

  private boolean closed;

  FlowChannel(FlowTransport transport, Ticket ticket) {
    this.transport = transport;
    this.ticket = ticket;
    this.strands = new Strand[transport.ranks()];
  }

  private record Moving(Pair pair, Message message) {}

  Ticket ticket() {
    return ticket;
  }

  int waitingFor() {
    return waitingFor;
  }

  long waitingNanos(long nowNanos) {
    return nowNanos - waitingSinceNanos;
  }

  /** Whether this wait is seen to last for the first time. */
  boolean firstStall() {
    boolean first = stallNanos != waitingSinceNanos;
    stallNanos = waitingSinceNanos;
    return first;
  }

  @Override
  public Sending send(int peer, MemorySegment... parts) {
    var pair = transport.pair(peer);
    var whole = new Parts(parts);
    var shared = transport.signals(peer);
    if (shared != null) {
      spoken = true;
      return isSmall(whole) ? small(shared).send(peer, whole) : large(shared).send(peer, whole);
    }
    var message = pair.send(strand(peer), ticket, whole);
    if (!message.isDone()) {
      outgoing.add(new Moving(pair, message));
    }
    return new Sending() {
      @Override
      public boolean isTaken() {
        return message.isDone();
      }

      @Override
      public void await(Deadline deadline) {
        waitFor(peer, message, deadline);
      }
    };
  }

  @Override
  public Receiving receive(int peer, Intake intake, MemorySegment... parts) {
    var pair = transport.pair(peer);
    var whole = new Parts(intake, parts);
    var shared = transport.signals(peer);
    if (shared != null) {
      spoken = true;
      return isSmall(whole)
          ? small(shared).receive(peer, whole)
          : large(shared).receive(peer, whole);
    }
    var message = pair.receive(strand(peer), ticket, whole);
    if (!message.isDone()) {
      incoming.add(new Moving(pair, message));
    }
    return deadline -> waitFor(peer, message, deadline);
  }

  private static boolean isSmall(Parts parts) {
    return parts.byteCount() <= Ring.MESSAGE_BYTES_MOST;
  }

  private LargeMessages large(Signals shared) {
    var messages = large;
    if (messages == null) {
      messages = new LargeMessages(this, shared);
      large = messages;
    }
    return messages;
  }

  private SmallMessages small(Signals shared) {
    var messages = small;
    if (messages == null) {
      messages = new SmallMessages(this, shared);
      small = messages;
    }
    return messages;
  }

  /** The memory of a message that came does not have its length. */
  void unequal(int peer, long theirs, long ours) {
    transport.unequal(peer, theirs, ours, ticket);
    transport.checkUsable(ticket);
  }

  @Override
  public void signal(int peer) {
    spoken = true;
    var shared = transport.signals(peer);
    if (shared == null) {
      transport.pair(peer).signal(ticket);
    } else {
      shared.signal(peer, ticket);
    }
  }

  @Override
  public void awaitSignal(int peer, Deadline deadline) {
    var shared = transport.signals(peer);
    if (shared == null) {
      waitFor(peer, transport.pair(peer).expectSignal(strand(peer), ticket), deadline);
    } else {
      spoken = true;
      waiting(peer, () -> shared.await(peer, ticket, deadline));
    }
  }

  /** Waits until something is there that a peer brings through mapped memory. */
  void await(int peer, BooleanSupplier there, Deadline deadline) {
    spoken = true;
    var shared = requireNonNull(transport.signals());
    waiting(peer, () -> shared.await(peer, there, ticket, deadline));
  }

  private void waitFor(int peer, Message message, Deadline deadline) {
    if (message.isDone()) {
      return;
    }
    var pair = transport.pair(peer);
    var shared = transport.signals();
    if (shared != null) {
      shared.awaitingSocket();
    }
    waiting(peer, () -> pair.await(message, deadline));
  }

  /** Who waits for one peer reads nothing of the others, so somebody else must. */
  private void readReplies(int peer) {
    outgoing.removeIf(sent -> sent.message.isDone());
    if (!outgoing.isEmpty()) {
      var pair = transport.pair(peer);
      for (var sent : outgoing) {
        if (sent.pair != pair) {
          sent.pair.readReplies();
        }
      }
    }
  }

  void waiting(int peer, Runnable wait) {
    readReplies(peer);
    waitingSinceNanos = System.nanoTime();
    waitingFor = peer;
    try {
      wait.run();
    } finally {
      waitingFor = -1;
    }
  }

  private Strand strand(int peer) {
    spoken = true;
    var strand = strands[peer];
    if (strand == null) {
      strand = transport.pair(peer).strand(ticket);
      strands[peer] = strand;
    }
    return strand;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (large != null && !large.isDone()) {
        transport.abandoned(ticket);
        large.withdraw();
      }
      transport.end(this);
      if (!spoken) {
        transport.announce(ticket);
      }
      if (small != null && small.withdraw()) {
        transport.abandoned(ticket);
      }
      outgoing.forEach(this::abandon);
      incoming.forEach(this::abandon);
    }
  }

  /** Nobody touches the memory of a message any more that was started and not awaited. */
  private void abandon(Moving moving) {
    if (!moving.message.isDone()) {
      transport.abandoned(ticket);
      moving.pair.abandon(moving.message);
    }
  }
}
