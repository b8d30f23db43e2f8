package io.weft.flow;

import io.weft.network.Key;
import io.weft.network.Ticket;
import io.weft.network.shared.Note;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What has come in one operation through mapped memory: signals with what they say, and messages,
 * the large ones among them piece by piece.
 */
final class SignalBox {
  private final AtomicIntegerArray waiting;
  private final AtomicReferenceArray<@Nullable Note> latest;
  private final AtomicReferenceArray<@Nullable Queue<Mail>> mail;
  private final AtomicReferenceArray<@Nullable Parcels> parcels;

  /** A message that nobody has asked for yet. */
  private record Mail(long fingerprint, ByteBuffer bytes) {}

  SignalBox(int ranks) {
    this.waiting = new AtomicIntegerArray(ranks);
    this.latest = new AtomicReferenceArray<>(ranks);
    this.mail = new AtomicReferenceArray<>(ranks);
    this.parcels = new AtomicReferenceArray<>(ranks);
  }

  /** A signal as a note: the operation, and the memory that its rank lends. */
  static Note note(Key key, long fingerprint, Lending lending) {
    return new Note(
        Note.SIGNAL,
        key.group(),
        key.number(),
        fingerprint,
        lending.input(),
        lending.data(),
        lending.packed() ? 1 : 0);
  }

  /** A note of a kind that says nothing but which operation it is about. */
  static Note about(long kind, Ticket ticket) {
    var key = ticket.key();
    return new Note(kind, key.group(), key.number(), ticket.fingerprint(), 0, 0, 0);
  }

  /** The note that there is memory for a large message. */
  static Note credit(Ticket ticket, long byteCount) {
    var key = ticket.key();
    return new Note(Note.CREDIT, key.group(), key.number(), ticket.fingerprint(), byteCount, 0, 0);
  }

  static Parcels.Credit credit(Note note) {
    return new Parcels.Credit(fingerprint(note), note.d());
  }

  static Key key(Note note) {
    return new Key(note.a(), note.b());
  }

  static long fingerprint(Note note) {
    return note.c();
  }

  void add(int peer, Note note) {
    latest.set(peer, note);
    waiting.incrementAndGet(peer);
  }

  /** By the thread that takes what has come. */
  void addMessage(int peer, Note note, byte[] bytes) {
    var queue = mail.get(peer);
    if (queue == null) {
      queue = new ConcurrentLinkedQueue<>();
      mail.set(peer, queue);
    }
    queue.add(new Mail(fingerprint(note), ByteBuffer.wrap(bytes)));
  }

  /** Whether a message of a peer waits. */
  boolean hasMessage(int peer) {
    var queue = mail.get(peer);
    return queue != null && !queue.isEmpty();
  }

  /** The next message of a peer, of which one waits. */
  ByteBuffer takeMessage(int peer) {
    var queue = mail.get(peer);
    var next = queue == null ? null : queue.poll();
    if (next == null) {
      throw new AssertionError("no message of rank " + peer);
    }
    return next.bytes();
  }

  /** The large messages from and to a peer. */
  Parcels parcels(int peer) {
    var known = parcels.get(peer);
    if (known != null) {
      return known;
    }
    var made = new Parcels();
    var other = parcels.compareAndExchange(peer, null, made);
    return other == null ? made : other;
  }

  /** Whether a signal of a peer waits. */
  boolean has(int peer) {
    return waiting.get(peer) > 0;
  }

  void take(int peer) {
    waiting.decrementAndGet(peer);
  }

  /** What a peer lends, as its last signal said; null before its first. */
  @Nullable Lending lending(int peer) {
    var note = latest.get(peer);
    return note == null ? null : new Lending(note.d(), note.e(), note.f() == 1);
  }

  /** Forgets what was meant for another operation of the same key; whether there was any. */
  boolean dropOthers(long fingerprint) {
    boolean found = false;
    for (int peer = 0; peer < waiting.length(); peer++) {
      var note = latest.get(peer);
      if (note != null && fingerprint(note) != fingerprint) {
        latest.set(peer, null);
        waiting.set(peer, 0);
        found = true;
      }
      var queue = mail.get(peer);
      found |= queue != null && queue.removeIf(it -> it.fingerprint() != fingerprint);
      var large = parcels.get(peer);
      found |= large != null && large.dropOthers(fingerprint);
    }
    return found;
  }
}
