package io.weft.flow;

import static java.util.Objects.requireNonNull;

import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.Ticket;
import io.weft.network.shared.Bell;
import io.weft.network.shared.Commons;
import io.weft.network.shared.Neighbours;
import io.weft.network.shared.Note;
import io.weft.network.shared.Pulse;
import io.weft.network.shared.Ring;
import io.weft.network.shared.Segments;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Signals and messages between ranks of one host, through memory that all of them have mapped.
 * Whoever waits takes what has come for anybody; so does the thread that looks out, for ranks that
 * are busy otherwise. Sockets tell who is gone, lost or of another mind, as they do without mapped
 * memory.
 */
final class Signals {
  /** How long to wait where a peer has not yet taken what it was told. */
  private static final long FULL_NANOS = 100_000;

  private final FlowTransport transport;
  private final Neighbours host;

  /** The number of this rank among those of the host. */
  private final int own;

  /** By number, without this rank. */
  private final @Nullable Neighbour[] numbered;

  private final List<Neighbour> neighbours = new ArrayList<>();
  private final Pulse pulse;
  private final MappedMemory memory;
  private final Assembly assembly;
  private final ConcurrentMap<Key, SignalBox> boxes = new ConcurrentHashMap<>();
  private final Vigil vigil;
  private final Haulage haulage;
  private final Attendant attendant;

  /** Held by the thread that takes what has come. */
  private final ReentrantLock taking = new ReentrantLock();

  Signals(FlowTransport transport, Neighbours host, Commons commons, Segments segments) {
    this.transport = transport;
    this.host = host;
    this.own = host.number(transport.rank());
    this.numbered = new Neighbour[host.count()];
    for (int number = 0; number < host.count(); number++) {
      if (number != own) {
        var neighbour =
            new Neighbour(
                host.rank(number),
                number,
                commons.bell(number),
                commons.pulse(number),
                commons.ring(number, own),
                new Postbox(commons.ring(own, number)),
                new AtomicLong());
        numbered[number] = neighbour;
        neighbours.add(neighbour);
      }
    }
    this.pulse = commons.pulse(own);
    this.vigil = new Vigil(commons.bell(own), this::takeAll, Bell.SLEEP_NANOS_MOST);
    this.memory = new MappedMemory(this, segments);
    this.assembly = new Assembly(transport, host, commons);
    this.haulage = new Haulage(transport, own);
    var name = "rank-%d/neighbours".formatted(transport.rank());
    this.attendant = new Attendant(name, vigil, haulage::isIdle, transport::isOver);
  }

  /** Whether a rank is a neighbour. */
  boolean reach(int rank) {
    return host.include(rank) && host.number(rank) != own;
  }

  /** How many ranks the host has. */
  int count() {
    return host.count();
  }

  /** The number of a neighbour among the ranks of the host. */
  int number(int rank) {
    return host.number(rank);
  }

  private Neighbour neighbour(int rank) {
    return requireNonNull(numbered[host.number(rank)]);
  }

  MappedMemory memory() {
    return memory;
  }

  Assembly assembly() {
    return assembly;
  }

  /** What has come in an operation. */
  SignalBox box(Key key) {
    return boxes.computeIfAbsent(key, _ -> new SignalBox(host.count()));
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

  /** What a neighbour lends in an operation, as its last signal said; null before its first. */
  @Nullable Lending lending(int peer, Key key) {
    return box(key).lending(host.number(peer));
  }

  void signal(int peer, Ticket ticket) {
    transport.checkUsable(ticket);
    var lending = memory.lending(ticket.key());
    tell(neighbour(peer), SignalBox.note(ticket.key(), ticket.fingerprint(), lending));
  }

  /** Tells all others of a segment. */
  void tellAll(Note note) {
    neighbours.forEach(neighbour -> tell(neighbour, note));
  }

  private void tell(Neighbour peer, Note note) {
    while (!peer.postbox().offer(note)) {
      pauseUntilRoom(peer, "a signal to rank " + peer.rank());
    }
    peer.bell().ring(own);
  }

  /** Lets a peer that has not taken what it was told do so. */
  private void pauseUntilRoom(Neighbour peer, Object operation) {
    transport.checkUsable(operation);
    peer.bell().ring(Bell.ANYBODY);
    takeAll();
    LockSupport.parkNanos(this, FULL_NANOS);
  }

  /** Starts a message of at most {@link Ring#MESSAGE_BYTES_MOST} bytes. */
  Letter send(int peer, Ticket ticket, Parts parts) {
    transport.checkUsable(ticket);
    var letter = new Letter(SignalBox.about(Note.MESSAGE, ticket), parts);
    var neighbour = neighbour(peer);
    if (neighbour.postbox().post(letter)) {
      neighbour.bell().ring(own);
    }
    memory.moved(ticket.key(), parts.byteCount(), 0);
    return letter;
  }

  /** Waits until a message has been copied to where the peer finds it. */
  void await(Letter letter, int peer, Ticket ticket, Deadline deadline) {
    var neighbour = neighbour(peer);
    while (!letter.isPosted()) {
      if (!collect(neighbour)) {
        check(peer, () -> false, ticket, deadline);
        pauseUntilRoom(neighbour, ticket);
      }
    }
  }

  /** Starts a message that goes in pieces. */
  Parcel sendLarge(int peer, Ticket ticket, Parts parts) {
    transport.checkUsable(ticket);
    var parcel = new Parcel(ticket, parts);
    haulage.send(parcel, neighbour(peer), box(ticket.key()));
    vigil.welcomeAll();
    takeAll();
    memory.moved(ticket.key(), parts.byteCount(), 0);
    return parcel;
  }

  /** Asks for a message that comes in pieces. */
  Arrival receiveLarge(int peer, Ticket ticket, Parts parts) {
    transport.checkUsable(ticket);
    var arrival = new Arrival(parts);
    haulage.expect(arrival, neighbour(peer), box(ticket.key()));
    vigil.welcomeAll();
    tell(neighbour(peer), SignalBox.credit(ticket, parts.byteCount()));
    memory.received(ticket.key(), parts.byteCount());
    return arrival;
  }

  /** Makes sure that nobody reads the memory of a message any more. */
  void withdraw(Parcel parcel, int peer, Key key) {
    haulage.withdraw(parcel, neighbour(peer), box(key));
  }

  /** Makes sure that nobody writes to the memory of a message any more. */
  void withdraw(Arrival arrival, int peer, Key key) {
    taking.lock();
    try {
      haulage.withdraw(arrival, neighbour(peer), box(key));
    } finally {
      taking.unlock();
    }
  }

  /** A thread is about to wait for a socket, and parcels may need somebody. */
  void awaitingSocket() {
    if (!haulage.isIdle()) {
      attendant.call();
    }
  }

  /** Forgets a message that is not on its way yet. */
  void withdraw(Letter letter, int peer) {
    neighbour(peer).postbox().withdraw(letter);
  }

  /** Waits for the next message of a peer in an operation. */
  ByteBuffer awaitMessage(int peer, Ticket ticket, Deadline deadline) {
    var box = box(ticket.key());
    int number = host.number(peer);
    await(peer, () -> box.hasMessage(number), ticket, deadline);
    var bytes = box.takeMessage(number);
    neighbour(peer).unclaimed().addAndGet(-bytes.remaining());
    memory.received(ticket.key(), bytes.remaining());
    return bytes;
  }

  /** Waits for the next signal of a peer in an operation. */
  void await(int peer, Ticket ticket, Deadline deadline) {
    var box = box(ticket.key());
    int number = host.number(peer);
    await(peer, () -> box.has(number), ticket, deadline);
    box.take(number);
  }

  /** Waits for something of a neighbour; whoever has or gives a piece of a parcel is welcome. */
  void await(int peer, BooleanSupplier there, Ticket ticket, Deadline deadline) {
    if (there.getAsBoolean()) {
      return;
    }
    while (!vigil.await(there, awaited(peer), deadline.remainingNanos())) {
      check(peer, there, ticket, deadline);
    }
  }

  private int awaited(int peer) {
    return haulage.isIdle() ? host.number(peer) : Bell.ANYBODY;
  }

  /** Finds out whether waiting has an end. */
  private void check(int peer, BooleanSupplier there, Ticket ticket, Deadline deadline) {
    transport.checkUsable(ticket);
    if (transport.pair(peer).isGone() && !vigil.await(there, host.number(peer), 0)) {
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
        neighbours.forEach(this::takeAll);
      } finally {
        taking.unlock();
      }
      vigil.tell();
    }
    if (haulage.collect(neighbours)) {
      vigil.tell();
    }
  }

  private void takeAll(Neighbour neighbour) {
    try {
      for (var note = neighbour.next(); note != null; note = neighbour.next()) {
        take(neighbour, note);
      }
    } catch (CorruptException e) {
      transport.broken(neighbour.rank(), e);
    }
  }

  private boolean anything() {
    for (var neighbour : neighbours) {
      if (neighbour.isWelcome()) {
        return true;
      }
    }
    return false;
  }

  private void take(Neighbour peer, Note note) {
    if (note.kind() == Note.SEGMENT) {
      memory.map(peer.rank(), note);
      return;
    }
    if (note.kind() == Note.PIECE) {
      haulage.take(peer, note, boxes.get(SignalBox.key(note)));
      return;
    }
    var key = SignalBox.key(note);
    boolean message = note.kind() == Note.MESSAGE;
    var bytes = message ? peer.incoming().takeMessage(note) : new byte[0];
    if (!differs(key, note)) {
      if (message) {
        peer.unclaimed().addAndGet(bytes.length);
        box(key).addMessage(peer.number(), note, bytes);
      } else if (note.kind() == Note.CREDIT) {
        haulage.grant(peer, note, box(key));
      } else {
        box(key).add(peer.number(), note);
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

  /**
   * For the thread that looks out: shows that this rank lives, hears which neighbours do, and takes
   * what nobody waits for, too.
   */
  void look(long nowNanos) {
    pulse.beat();
    for (var neighbour : neighbours) {
      if (neighbour.pulse().hasBeaten()) {
        transport.heard(neighbour.rank(), nowNanos);
      }
    }
    takeAll();
    neighbours.forEach(this::collect);
    try {
      memory.tidy();
    } catch (IOException e) {
      transport.giveUp("a file of shared memory cannot be removed: " + e.getMessage());
    }
  }

  /** How often this rank has shown that it lives. */
  long beats() {
    return pulse.count();
  }

  /** Passes on what a neighbour has room for now; whether there was any. */
  private boolean collect(Neighbour neighbour) {
    boolean any = neighbour.postbox().collect();
    if (any) {
      neighbour.bell().ring(own);
    }
    return any;
  }

  /** The exception for memory of a peer that is not there. */
  RuntimeException unreachable(int peer, Key key) {
    transport.giveUp("it cannot map the memory of rank %d".formatted(peer));
    transport.checkUsable(key);
    throw new AssertionError("a transport that failed is usable");
  }

  void wake() {
    vigil.wakeAll();
    attendant.wake();
  }

  void close() {
    attendant.wake();
    memory.close();
  }
}
