package io.weft.flow;

import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.Tally;
import io.weft.network.Ticket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Everything between this rank and one peer. */
final class Pair {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final FlowTransport transport;
  private final int peer;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Lane> lanes = new ArrayList<>();
  private final Outbox outbox = new Outbox();
  private final Matching matching;
  private final Inbox inbox;
  private final Waiters waiters = new Waiters(lock);
  private final Tally tally = new Tally();

  /** Whether the peer has said good-bye. */
  private boolean gone;

  private boolean closed;

  Pair(FlowTransport transport, int peer, List<Stream> streams) {
    this.transport = transport;
    this.peer = peer;
    this.matching = new Matching(transport, peer, outbox, streams.size() > 1);
    this.inbox = new Inbox(this, transport, peer, matching);
    var name = "rank-%d/peer-%d/".formatted(transport.rank(), peer);
    for (int i = 0; i < streams.size(); i++) {
      lanes.add(new Lane(this, streams.get(i), lock, name + i, i));
    }
  }

  int peer() {
    return peer;
  }

  /** The lock, for the length of a block. */
  Hold hold() {
    lock.lock();
    return lock::unlock;
  }

  interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  void start() {
    try (var _ = hold()) {
      lanes.forEach(Lane::start);
    }
  }

  List<Lane> lanes() {
    return lanes;
  }

  /** What went through its sockets. */
  Tally tally() {
    return tally;
  }

  // ---- what operations do

  Strand strand(Ticket ticket) {
    try (var _ = hold()) {
      return matching.strand(ticket);
    }
  }

  void adopt(Ticket ticket) {
    try (var _ = hold()) {
      matching.adopt(ticket);
    }
  }

  void end(Key key) {
    try (var _ = hold()) {
      matching.end(key);
    }
  }

  Message send(Strand strand, Ticket ticket, Parts parts) {
    try (var _ = hold()) {
      transport.checkUsable(ticket);
      var message = matching.send(strand, ticket, parts);
      lanes.forEach(Lane::sendAtOnce);
      if (needsReplies()) {
        lanes.getFirst().readWhatIsThere(); // It may be all that is missing.
        pump();
      }
      return message;
    }
  }

  Message receive(Strand strand, Ticket ticket, Parts parts) {
    try (var _ = hold()) {
      transport.checkUsable(ticket);
      var message = matching.receive(strand, ticket, parts);
      pump();
      return message;
    }
  }

  Message expectSignal(Strand strand, Ticket ticket) {
    try (var _ = hold()) {
      transport.checkUsable(ticket);
      return matching.expectSignal(strand, ticket);
    }
  }

  void signal(Ticket ticket) {
    try (var _ = hold()) {
      transport.checkUsable(ticket);
      outbox.add(Piece.about(Kind.SIGNAL, new Message(ticket, 0, new Parts()), 0));
      pump();
    }
  }

  /** Sends a frame that is not part of a message. */
  void post(Piece control) {
    try (var _ = hold()) {
      outbox.add(control);
      pump();
    }
  }

  /** Makes sure that credit and acknowledgements are read while nobody waits here. */
  void readReplies() {
    try (var _ = hold()) {
      if (needsReplies()) {
        lanes.getFirst().readReplies();
      }
    }
  }

  void await(Message message, Deadline deadline) {
    try (var _ = hold()) {
      message.expectedBy(Thread.currentThread());
      try {
        while (!message.isDone()) {
          waitOn(message, deadline);
        }
      } finally {
        message.expectedBy(null);
      }
    }
  }

  /** Reads or parks for a while, or finds out that waiting has no end. */
  private void waitOn(Message message, Deadline deadline) {
    if (transport.isOver()) {
      waiters.settle(message);
      transport.checkUsable(message.ticket);
    } else if (gone && lanes.stream().allMatch(Lane::ended)) {
      transport.left(peer);
    } else if (deadline.passed()) {
      transport.slow(peer, deadline);
    } else if (Thread.currentThread().isInterrupted()) {
      transport.interrupted();
    } else if (message.elsewhere || !lanes.getFirst().tryRead(message, deadline)) {
      long nanos = Math.min(LOOK_NANOS, deadline.remainingNanos());
      waiters.park(message, lanes.getFirst()::readReplies, nanos);
    }
  }

  /** Waits until no thread touches the memory of a message; the job is over, so none will again. */
  void abandon(Message message) {
    try (var _ = hold()) {
      waiters.settle(message);
    }
  }

  // ---- what lanes ask, with the lock held

  /** What a lane may send now; at the end only what controls, and after a failure nothing. */
  @Nullable Piece next(Lane lane, boolean inline) {
    Outbox.Gate gate = message -> lane.allows(message, inline);
    if (transport.isOver()) {
      boolean leaves = !inline && lane.first() && transport.failure() == null;
      return leaves ? outbox.nextControl() : null;
    }
    if (!lane.first()) {
      return inline ? null : outbox.nextLarge(gate);
    }
    var control = lane.allowsFrame(0, inline) ? nextControl() : null;
    return control == null ? outbox.nextSmall(gate) : control;
  }

  /** Acknowledgements are among what controls: they let the peer go on. */
  private @Nullable Piece nextControl() {
    var debtor = debtor();
    return debtor == null
        ? outbox.nextControl()
        : Piece.pulse(debtor.number(), debtor.stream().tell());
  }

  /** A lane of which the peer is to be told how far this rank is. */
  private @Nullable Lane debtor() {
    for (var lane : lanes) {
      if (lane.stream().owes()) {
        return lane;
      }
    }
    return null;
  }

  /** Whether the lane's own thread would find something to send. */
  boolean canSend(Lane lane) {
    if (lane.first() && (outbox.hasControls() || debtor() != null)) {
      return true;
    }
    var message = lane.first() ? outbox.firstSmall() : outbox.firstLarge();
    return message != null && (message.eager || lane.allows(message, false) > 0);
  }

  /** Whether an operation is under way that is more urgent than that of a message. */
  boolean givesWay(Message message) {
    return transport.ledger().hasMoreUrgent(message.ticket);
  }

  void written(Piece piece, boolean whole) {
    var message = piece.message();
    if (message != null) {
      message.moving--;
      message.moved += whole ? piece.length() : 0;
      if (whole && message.moved == message.length()) {
        message.finish();
      }
    }
  }

  /** Whether more waits to be sent on a lane. */
  boolean hasMore(Lane lane) {
    return (lane.first() ? outbox.firstSmall() : outbox.firstLarge()) != null;
  }

  long claimed() {
    return matching.claimed();
  }

  /** Whether something that waits to be sent needs a word of the peer. */
  boolean needsReplies() {
    return matching.needsCredit() || outbox.firstSmall() != null || outbox.firstLarge() != null;
  }

  Waiters waiters() {
    return waiters;
  }

  /** Whether the last word is due. */
  boolean isOver() {
    return transport.isOver();
  }

  boolean isClosed() {
    return closed;
  }

  Piece lastWord() {
    return transport.lastWord();
  }

  void pulse() {
    outbox.add(Piece.pulse(0, lanes.getFirst().stream().tell()));
    pump();
  }

  /** Sends what can be sent. */
  void pump() {
    for (var lane : lanes) {
      lane.pump();
    }
  }

  /** A connection has ended, or brought or took bytes that it should not. */
  void broken(Exception failed) {
    if (!gone && !closed && !transport.isOver()) {
      transport.broken(peer, failed);
    }
  }

  // ---- what arrives

  /** Reads one frame and does what it asks; without the lock, by the reading role of a lane. */
  void readFrame(Lane lane) throws IOException {
    inbox.read(lane.stream());
  }

  /** The peer has said its last word; what it sent before may still come on other lanes. */
  void leave() {
    gone = true;
    wakeAll();
  }

  void laneEnded() {
    wakeAll();
  }

  // ---- looking after it

  /**
   * Several times a second, by the thread that looks out.
   *
   * @param quietNanosMost after how long without a word a sign of life is sent
   */
  void look(long nowNanos, long quietNanosMost) {
    @Nullable Deadline exceeded = null;
    try (var _ = hold()) {
      for (var lane : lanes) {
        lane.look(nowNanos, quietNanosMost);
        exceeded = exceeded == null ? lane.exceeded() : exceeded;
      }
    }
    if (exceeded != null) {
      transport.slow(peer, exceeded);
    }
  }

  boolean isGone() {
    try (var _ = hold()) {
      return gone;
    }
  }

  /** Everybody looks up: there is a failure, or the end. */
  void wake() {
    try (var _ = hold()) {
      wakeAll();
    }
  }

  private void wakeAll() {
    waiters.wakeAll();
    lanes.forEach(Lane::wakeThreads);
  }

  /** Ends it; whoever still reads or writes gets an exception. */
  void close() {
    try (var _ = hold()) {
      closed = true;
    }
    for (var lane : lanes) {
      lane.stream().connection().close();
    }
    wake();
  }
}
