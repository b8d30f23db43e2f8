package io.weft.flow;

import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.Ticket;
import io.weft.network.shared.Bell;
import io.weft.network.shared.Commons;
import io.weft.network.shared.Note;
import io.weft.network.shared.Ring;
import io.weft.network.shared.Segments;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Signals between ranks of one host, through memory that all have mapped. Whoever waits takes what
 * has come for anybody; so does the thread that looks out, for ranks that are busy otherwise.
 * Sockets tell who is gone, lost or of another mind, as they do without mapped memory.
 */
final class Signals {
  /** How long to wait where a peer has not yet taken what it was told. */
  private static final long FULL_NANOS = 100_000;

  private final FlowTransport transport;
  private final int rank;
  private final Bell bell;
  private final Bell[] bells;
  private final Ring[] incoming;
  private final Ring[] outgoing;
  private final MappedMemory memory;
  private final ConcurrentMap<Key, SignalBox> boxes = new ConcurrentHashMap<>();
  private final AtomicInteger waiting = new AtomicInteger();

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
    this.bell = bells[rank];
    this.memory = new MappedMemory(this, segments);
  }

  MappedMemory memory() {
    return memory;
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
    while (!offer(peer, note)) {
      transport.checkUsable("a signal to rank " + peer);
      takeAll(0);
      LockSupport.parkNanos(this, FULL_NANOS);
    }
    bells[peer].ring();
  }

  private boolean offer(int peer, Note note) {
    var ring = outgoing[peer];
    synchronized (ring) {
      return ring.offer(note);
    }
  }

  /** Waits for the next signal of a peer in an operation. */
  void await(int peer, Ticket ticket, Deadline deadline) {
    var box = box(ticket.key());
    waiting.incrementAndGet();
    try {
      while (!bell.await(() -> arrived(box, peer), deadline.remainingNanos())) {
        check(peer, box, ticket, deadline);
      }
    } finally {
      waiting.decrementAndGet();
    }
    box.take(peer);
  }

  private boolean arrived(SignalBox box, int peer) {
    if (!box.has(peer)) {
      takeAll(1);
    }
    return box.has(peer);
  }

  /** Finds out whether waiting has an end. */
  private void check(int peer, SignalBox box, Ticket ticket, Deadline deadline) {
    transport.checkUsable(ticket);
    if (transport.pair(peer).isGone() && !arrived(box, peer)) {
      transport.left(peer);
    } else if (deadline.passed()) {
      transport.slow(peer, deadline);
    } else if (Thread.currentThread().isInterrupted()) {
      transport.interrupted();
    }
    transport.checkUsable(ticket);
  }

  /**
   * Takes what has come, unless another thread does.
   *
   * @param own how many of the waiting threads are this one
   */
  private void takeAll(int own) {
    if (!anything() || !taking.tryLock()) {
      return;
    }
    try {
      for (int peer = 0; peer < incoming.length; peer++) {
        for (var note = incoming[peer].poll(); note != null; note = incoming[peer].poll()) {
          take(peer, note);
        }
      }
    } finally {
      taking.unlock();
    }
    if (waiting.get() > own) {
      bell.ring(); // It may have been for another thread, which saw that somebody took it.
    }
  }

  private boolean anything() {
    for (var ring : incoming) {
      if (ring.hasNext()) {
        return true;
      }
    }
    return false;
  }

  private void take(int peer, Note note) {
    if (note.kind() == Note.SEGMENT) {
      memory.map(peer, note);
      return;
    }
    var key = SignalBox.key(note);
    if (!differs(key, note)) {
      box(key).add(peer, note);
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
    takeAll(0);
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
    bell.ring();
  }

  void close() {
    memory.close();
  }
}
