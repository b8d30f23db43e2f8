package io.weft.flow;

import static java.util.Objects.requireNonNull;

import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.Ticket;
import io.weft.network.shared.Bell;
import io.weft.network.shared.Commons;
import io.weft.network.shared.Note;
import io.weft.network.shared.Ring;
import io.weft.network.shared.Segments;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Signals and small messages between ranks of one host, through memory that all have mapped.
 * Whoever waits takes what has come for anybody; so does the thread that looks out, for ranks that
 * are busy otherwise. Sockets tell who is gone, lost or of another mind, as they do without mapped
 * memory.
 */
final class Signals {
  /** How long to wait where a peer has not yet taken what it was told. */
  private static final long FULL_NANOS = 100_000;

  /** How many bytes of a peer's messages may wait here; beyond that they wait at the peer. */
  private static final long UNCLAIMED_MOST = 4 << 20;

  private final FlowTransport transport;
  private final int rank;
  private final Bell[] bells;
  private final Ring[] incoming;
  private final Ring[] outgoing;
  private final MappedMemory memory;
  private final Assembly assembly;
  private final Postbox[] postboxes;

  /** By peer: bytes of messages that have come and that no operation has asked for. */
  private final AtomicLongArray unclaimed;

  private final ConcurrentMap<Key, SignalBox> boxes = new ConcurrentHashMap<>();
  private final Vigil vigil;

  /** Held by the thread that takes what has come. */
  private final ReentrantLock taking = new ReentrantLock();

  Signals(FlowTransport transport, Commons commons, Segments segments) {
    int ranks = transport.ranks();
    this.transport = transport;
    this.rank = transport.rank();
    this.bells = new Bell[ranks];
    this.incoming = new Ring[ranks];
    this.outgoing = new Ring[ranks];
    for (int peer = 0; peer < ranks; peer++) {
      bells[peer] = commons.bell(peer);
      incoming[peer] = commons.ring(peer, rank);
      outgoing[peer] = commons.ring(rank, peer);
    }
    this.vigil = new Vigil(bells[rank], this::takeAll, Bell.SLEEP_NANOS_MOST);
    this.postboxes = new Postbox[ranks];
    for (int peer = 0; peer < ranks; peer++) {
      postboxes[peer] = new Postbox(outgoing[peer]);
    }
    this.unclaimed = new AtomicLongArray(ranks);
    this.memory = new MappedMemory(this, segments);
    this.assembly = new Assembly(transport, commons.board(), bells);
  }

  MappedMemory memory() {
    return memory;
  }

  Assembly assembly() {
    return assembly;
  }

  /** What has come in an operation. */
  SignalBox box(Key key) {
    return boxes.computeIfAbsent(key, _ -> new SignalBox(bells.length));
  }

  /** An operation begins of which peers may have spoken already. */
  void adopt(Ticket ticket) {
    var box = boxes.get(ticket.key());
    if (box != null && box.dropOthers(ticket.fingerprint())) {
      transport.tribunal().differ(ticket);
    }
  }

  void end(Key key) {
    boxes.remove(key);
  }

  void signal(int peer, Ticket ticket) {
    transport.checkUsable(ticket);
    tell(peer, SignalBox.note(ticket.key(), ticket.fingerprint(), memory.lending(ticket.key())));
  }

  /** Tells all others of a segment. */
  void tellAll(Note note) {
    for (int peer = 0; peer < bells.length; peer++) {
      if (peer != rank) {
        tell(peer, note);
      }
    }
  }

  private void tell(int peer, Note note) {
    while (!postboxes[peer].offer(note)) {
      pauseUntilRoom(peer, "a signal to rank " + peer);
    }
    bells[peer].ring(rank);
  }

  /** Lets a peer that has not taken what it was told do so. */
  private void pauseUntilRoom(int peer, Object operation) {
    transport.checkUsable(operation);
    bells[peer].ring(Bell.ANYBODY);
    takeAll();
    LockSupport.parkNanos(this, FULL_NANOS);
  }

  /** Starts a message of at most {@link Ring#MESSAGE_BYTES_MOST} bytes. */
  Letter send(int peer, Ticket ticket, Parts parts) {
    transport.checkUsable(ticket);
    var about = SignalBox.note(ticket.key(), ticket.fingerprint(), Lending.NOTHING);
    var letter = new Letter(about, parts);
    if (postboxes[peer].post(letter)) {
      bells[peer].ring(rank);
    }
    return letter;
  }

  /** Waits until a message has been copied to where the peer finds it. */
  void await(Letter letter, int peer, Ticket ticket, Deadline deadline) {
    while (!letter.isPosted()) {
      if (postboxes[peer].collect()) {
        bells[peer].ring(rank);
      } else {
        check(peer, () -> false, ticket, deadline);
        pauseUntilRoom(peer, ticket);
      }
    }
  }

  /** Forgets a message that is not on its way yet. */
  void withdraw(Letter letter, int peer) {
    postboxes[peer].withdraw(letter);
  }

  /** Waits for the next message of a peer in an operation. */
  ByteBuffer awaitMessage(int peer, Ticket ticket, Deadline deadline) {
    var box = box(ticket.key());
    await(peer, () -> box.hasMessage(peer), ticket, deadline);
    var bytes = box.takeMessage(peer);
    unclaimed.addAndGet(peer, -bytes.remaining());
    return bytes;
  }

  /** Waits for the next signal of a peer in an operation. */
  void await(int peer, Ticket ticket, Deadline deadline) {
    var box = box(ticket.key());
    await(peer, () -> box.has(peer), ticket, deadline);
    box.take(peer);
  }

  /** Waits until something is there that a peer brings. */
  void await(int peer, BooleanSupplier there, Ticket ticket, Deadline deadline) {
    if (there.getAsBoolean()) {
      return;
    }
    while (!vigil.await(there, peer, deadline.remainingNanos())) {
      check(peer, there, ticket, deadline);
    }
  }

  /** Finds out whether waiting has an end. */
  private void check(int peer, BooleanSupplier there, Ticket ticket, Deadline deadline) {
    transport.checkUsable(ticket);
    if (transport.pair(peer).isGone() && !vigil.await(there, peer, 0)) {
      transport.left(peer);
    } else if (deadline.passed()) {
      transport.slow(peer, deadline);
    } else if (Thread.currentThread().isInterrupted()) {
      transport.interrupted();
    }
    transport.checkUsable(ticket);
  }

  /** Takes what has come, unless another thread does; then that one looks again. */
  private void takeAll() {
    while (anything() && taking.tryLock()) {
      try {
        for (int peer = 0; peer < incoming.length; peer++) {
          while (isWelcome(peer)) {
            take(peer, requireNonNull(incoming[peer].poll()));
          }
        }
      } finally {
        taking.unlock();
      }
      vigil.tell();
    }
  }

  private boolean anything() {
    for (int peer = 0; peer < incoming.length; peer++) {
      if (isWelcome(peer)) {
        return true;
      }
    }
    return false;
  }

  private boolean isWelcome(int peer) {
    return incoming[peer].hasNext() && unclaimed.get(peer) < UNCLAIMED_MOST;
  }

  private void take(int peer, Note note) {
    if (note.kind() == Note.SEGMENT) {
      memory.map(peer, note);
      return;
    }
    var key = SignalBox.key(note);
    boolean message = note.kind() == Note.MESSAGE;
    var bytes = message ? incoming[peer].takeMessage(note) : new byte[0];
    if (!differs(key, note)) {
      if (message) {
        unclaimed.addAndGet(peer, bytes.length);
        box(key).addMessage(peer, note, bytes);
      } else {
        box(key).add(peer, note);
      }
      var own = transport.ledger().known(key); // It may have begun since the first look.
      if (own != null && box(key).dropOthers(own.fingerprint())) {
        transport.tribunal().differ(own);
      }
    }
  }

  private boolean differs(Key key, Note note) {
    var own = transport.ledger().known(key);
    if (own == null || own.fingerprint() == SignalBox.fingerprint(note)) {
      return false;
    }
    transport.tribunal().differ(own);
    return true;
  }

  /** For the thread that looks out: what nobody waits for is taken, too. */
  void look() {
    takeAll();
    for (int peer = 0; peer < bells.length; peer++) {
      if (postboxes[peer].collect()) {
        bells[peer].ring(rank);
      }
    }
    try {
      memory.tidy();
    } catch (IOException e) {
      transport.cannotGoOn("a file of shared memory cannot be removed: " + e.getMessage());
    }
  }

  /** The exception for memory of a peer that is not there. */
  RuntimeException unreachable(int peer, Key key) {
    transport.cannotGoOn("it cannot map the memory of rank %d".formatted(peer));
    transport.checkUsable(key);
    throw new AssertionError("a transport that failed is usable");
  }

  void wake() {
    vigil.wakeAll();
  }

  void close() {
    memory.close();
  }
}
