package io.weft.flow;

import io.weft.network.Intake;
import io.weft.network.Key;
import io.weft.network.Ticket;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes of a peer belong to which message of which operation, and which messages may go to
 * it: small ones while there is room at the receiver, others when it has granted credit. Everything
 * here is called with the lock of the pair held.
 */
final class Matching {
  /** Messages up to this size are sent without being asked for. */
  static final int EAGER_MAX = 64 << 10;

  /**
   * Messages up to this size travel on the first stream, where whoever waits for them reads; larger
   * ones on the others, so that no acknowledgement, credit or urgent message waits behind them.
   */
  static final int SMALL_MAX = 256 << 10;

  /** How many bytes of eager messages may wait at the receiver. */
  private static final long EAGER_ROOM = 1 << 20;

  /**
   * How much a peer may say of messages that this rank has not come to: some 300 MB of memory. A
   * peer that sends four bytes and waits for nobody is in as many operations when it has filled the
   * room for eager messages.
   */
  static final int AHEAD_MOST = 1 << 20;

  private final FlowTransport transport;
  private final int peer;
  private final Outbox outbox;
  private final boolean severalStreams;
  private final Map<Key, Strand> strands = new HashMap<>();

  /** Messages of all strands that wait for credit. */
  private int uncredited;

  /**
   * Bytes of eager messages: sent, of these claimed by the peer, and of the peer's claimed here.
   */
  private long eagerSent;

  private long eagerClaimed;
  private long claimed;

  /** Bytes of the peer's that wait here. */
  private long early;

  /** What the peer has said that this rank has not come to, and the operations that are open. */
  private int ahead;

  Matching(FlowTransport transport, int peer, Outbox outbox, boolean severalStreams) {
    this.transport = transport;
    this.peer = peer;
    this.outbox = outbox;
    this.severalStreams = severalStreams;
  }

  /** Eager bytes of the peer that operations have asked for. */
  long claimed() {
    return claimed;
  }

  /** The peer says how many eager bytes its operations have asked for. */
  void claimedByPeer(long bytes) {
    eagerClaimed = Math.max(eagerClaimed, bytes);
  }

  boolean needsCredit() {
    return uncredited > 0;
  }

  // ---- what operations do

  Strand strand(Ticket ticket) {
    var strand = strands.get(ticket.key());
    if (strand == null) {
      strand = new Strand();
      strands.put(ticket.key(), strand);
      ahead++; // Until the operation ends.
    }
    strand.ticket = ticket;
    return strand;
  }

  /** An operation begins of which this peer may have spoken already. */
  void adopt(Ticket ticket) {
    var strand = strands.get(ticket.key());
    if (strand != null) {
      strand.ticket = ticket;
      if (strand.peerFingerprint != ticket.fingerprint()) {
        end(ticket.key()); // Nothing of what came is meant for this operation.
        transport.tribunal().differ(ticket);
      }
    }
  }

  void end(Key key) {
    var strand = strands.remove(key);
    if (strand != null) {
      early -= strand.early.values().stream().mapToLong(bytes -> bytes.length).sum();
      ahead -= strand.ahead();
    }
  }

  Message send(Strand strand, Ticket ticket, Parts parts) {
    var message = new Message(ticket, strand.sendsStarted++, parts);
    boolean small = message.length() <= EAGER_MAX;
    var credit = strand.credits.remove(message.index);
    if (credit != null) {
      ahead--;
      release(message, credit);
    } else if (small && eagerSent - eagerClaimed + message.length() <= EAGER_ROOM) {
      message.eager = true;
      message.elsewhere = true;
      eagerSent += message.length();
      outbox.addSmall(message);
    } else {
      strand.uncredited.put(message.index, message);
      uncredited++;
      if (small) {
        outbox.add(Piece.about(Kind.REQUEST, message, message.length()));
      }
    }
    return message;
  }

  Message receive(Strand strand, Ticket ticket, Parts parts) {
    var message = new Message(ticket, strand.receivesStarted++, parts);
    var came = strand.early.remove(message.index);
    if (came != null) {
      ahead--;
      early -= came.length;
      deliver(message, came);
      return message;
    }
    strand.expected.put(message.index, message);
    boolean requested = strand.requests.remove(message.index);
    ahead -= requested ? 1 : 0;
    if (requested || message.length() > EAGER_MAX) {
      grant(message);
    }
    return message;
  }

  Message expectSignal(Strand strand, Ticket ticket) {
    var signal = new Message(ticket, 0, new Parts());
    if (strand.signalsEarly > 0) {
      strand.signalsEarly--;
      signal.finish();
    } else {
      strand.signalsExpected.add(signal);
    }
    return signal;
  }

  // ---- what arrives

  /** Does what a frame about a message asks. */
  void match(Header head, byte[] bytes) throws IOException {
    var strand = strandOf(head);
    if (strand == null || transport.isOver()) {
      return; // Ranks disagree about the operation, which is being looked into; or it is over.
    }
    switch (head.kind()) {
      case EAGER -> takeEager(strand, head.message(), bytes);
      case SIGNAL -> takeSignal(strand);
      case CREDIT -> takeCredit(strand, head.message(), head.offset());
      case REQUEST -> takeRequest(strand, head.message());
      default -> throw new AssertionError(head.kind());
    }
  }

  private void takeEager(Strand strand, int index, byte[] bytes) throws CorruptException {
    var message = strand.expected.remove(index);
    if (message == null) {
      early += bytes.length;
      if (early > EAGER_ROOM || strand.early.putIfAbsent(index, bytes) != null) {
        throw new CorruptException("a small message for which there is no room");
      }
      countAhead();
    } else {
      deliver(message, bytes);
    }
  }

  private void deliver(Message message, byte[] bytes) {
    claimed += bytes.length;
    if (bytes.length != message.length()) {
      transport.unequal(peer, bytes.length, message.length(), message.ticket);
      return;
    }
    message.parts.take(0, MemorySegment.ofArray(bytes));
    message.finish();
  }

  private static void takeSignal(Strand strand) {
    var waiting = strand.signalsExpected.poll();
    if (waiting == null) {
      strand.signalsEarly++;
    } else {
      waiting.finish();
    }
  }

  private void takeCredit(Strand strand, int index, long length) throws CorruptException {
    var message = strand.uncredited.remove(index);
    if (message == null) {
      if (strand.credits.put(index, length) == null) {
        countAhead();
      }
    } else {
      uncredited--;
      release(message, length);
    }
  }

  private void takeRequest(Strand strand, int index) throws CorruptException {
    var message = strand.expected.get(index);
    if (message != null) {
      grant(message);
    } else if (strand.requests.add(index)) {
      countAhead();
    }
  }

  private void countAhead() throws CorruptException {
    ahead++;
    if (ahead > AHEAD_MOST) {
      throw new CorruptException(
          "more than %d words about messages that are not due".formatted(AHEAD_MOST));
    }
  }

  /** Whether it travels on other streams than the first. */
  private boolean isLarge(Message message) {
    return severalStreams && message.length() > SMALL_MAX;
  }

  /** Says that there is memory for a message, which may then come. */
  private void grant(Message message) {
    message.elsewhere = isLarge(message);
    outbox.add(Piece.about(Kind.CREDIT, message, message.length()));
  }

  /** The receiver has memory for a message of this length. */
  private void release(Message message, long length) {
    if (length != message.length()) {
      transport.unequal(peer, length, message.length(), message.ticket);
    } else {
      message.elsewhere = true;
      if (isLarge(message)) {
        outbox.addLarge(message);
      } else {
        outbox.addSmall(message);
      }
    }
  }

  /**
   * The message whose memory takes in the bytes of a frame: always for a chunk, whose credit said
   * so; for an eager message if an operation has asked for it. Null once the job is over, as the
   * memory is the caller's.
   */
  @Nullable Message destination(Header head) throws CorruptException {
    if (transport.isOver()) {
      return null;
    }
    var strand = strands.get(head.key());
    var message = strand == null ? null : strand.expected.get(head.message());
    boolean fits =
        message != null
            && message.ticket.fingerprint() == head.fingerprint()
            && head.offset() <= message.length() - head.length()
            && isWhole(head, message);
    if (head.kind() == Kind.DATA && !fits) {
      throw new CorruptException("a chunk for which there is no credit: " + head);
    }
    boolean whole = message != null && head.length() == message.length();
    if (message == null || !fits || !(whole || head.kind() == Kind.DATA)) {
      return null;
    }
    message.moving++;
    return message;
  }

  /** Whether no element is cut by where a frame begins and ends. */
  private static boolean isWhole(Header head, Message message) {
    long end = head.offset() + head.length();
    return head.offset() % Intake.GRAIN_BYTES == 0
        && (end % Intake.GRAIN_BYTES == 0 || end == message.length());
  }

  /** The bytes of a frame have been taken in. */
  void taken(Header head, Message message) {
    message.moving--;
    message.moved += head.length();
    claimed += head.kind() == Kind.EAGER ? head.length() : 0;
    var strand = strands.get(head.key());
    if (message.moved == message.length() && strand != null) {
      strand.expected.remove(message.index);
      message.finish();
    }
  }

  /** The strand of an operation, whether or not this rank has begun it; null if ranks disagree. */
  private @Nullable Strand strandOf(Header head) throws CorruptException {
    var strand = strands.get(head.key());
    if (strand == null) {
      strand = new Strand();
      strand.peerFingerprint = head.fingerprint();
      strand.ticket = transport.ledger().arriving(head.key(), head.fingerprint());
      strands.put(head.key(), strand);
      countAhead();
    }
    var ticket = strand.ticket;
    if (ticket != null && ticket.fingerprint() != head.fingerprint()) {
      transport.tribunal().differ(ticket);
      return null;
    }
    return strand;
  }
}
