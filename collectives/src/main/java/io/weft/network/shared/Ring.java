package io.weft.network.shared;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Notes from one rank to another, in order, in mapped memory, some with a message, which is small
 * or a piece of a large one. One thread at a time offers and one at a time polls. What was written
 * before a note was offered is seen by who has polled it.
 *
 * <p>Made once on each side, and new: each remembers how far it is, and looks at how far the other
 * is only when it must, because that costs as much as handing over a note.
 */
public final class Ring {
  /** How many notes can wait; a rank gives each other one or two per operation in flight. */
  static final int SLOTS = 512;

  /** The longest message that is small. */
  public static final int MESSAGE_BYTES_MOST = 4096;

  /**
   * A message takes a quarter of the room at most, so that one is read while another is written.
   */
  private static final long MESSAGES_LEAST = 4;

  /** How many bytes of messages can wait, at least. */
  static final long ROOM_BYTES_LEAST = MESSAGES_LEAST * MESSAGE_BYTES_MOST;

  /** The same at most: what stays in the cache of a core. */
  static final long ROOM_BYTES_MOST = 512 << 10;

  private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle();
  private static final long OFFERED = 0;
  private static final long POLLED = 64;

  /** Up to where in the endless row of messages they have been taken. */
  private static final long READ = POLLED + 8;

  private static final long NOTES = 128;
  private static final long MESSAGES = NOTES + SLOTS * Note.BYTES;
  private static final long ALIGNMENT = 64;

  private final MemorySegment memory;
  private final long roomBytes;

  /** Of who offers: how far it is, and how far the other was when last looked at. */
  private long offered;

  private long written;
  private long polledSeen;
  private long readSeen;

  /** Of who polls. */
  private long polled;

  Ring(MemorySegment memory) {
    this.memory = memory;
    this.roomBytes = memory.byteSize() - MESSAGES;
  }

  /** The memory of a ring. */
  static long byteCount(long roomBytes) {
    return MESSAGES + roomBytes;
  }

  /** The longest message that goes with a note. */
  public long pieceBytesMost() {
    return roomBytes / MESSAGES_LEAST;
  }

  /** Adds a note, unless too many wait. */
  public boolean offer(Note note) {
    if (!hasSlot()) {
      return false;
    }
    note.writeTo(slot(offered));
    offered++;
    COUNT.setRelease(memory, OFFERED, offered);
    return true;
  }

  private boolean hasSlot() {
    if (offered - polledSeen == SLOTS) {
      polledSeen = (long) COUNT.getAcquire(memory, POLLED);
    }
    return offered - polledSeen < SLOTS;
  }

  private boolean hasRoom(long end) {
    if (end - readSeen > roomBytes) {
      readSeen = (long) COUNT.getAcquire(memory, READ);
    }
    return end - readSeen <= roomBytes;
  }

  /**
   * Adds a note that says where its message is, unless too much waits.
   *
   * @param about what it is about: its kind, and the key and fingerprint of an operation
   * @param byteCount of all parts together; at most {@link #pieceBytesMost}
   */
  public boolean offerMessage(Note about, long byteCount, MemorySegment... parts) {
    long start = written;
    long place = start % roomBytes;
    if (place + byteCount > roomBytes) {
      start += roomBytes - place; // A message lies in one piece.
      place = 0;
    }
    if (!hasSlot() || !hasRoom(start + byteCount)) {
      return false;
    }
    long at = MESSAGES + place;
    for (var part : parts) {
      MemorySegment.copy(part, 0, memory, at, part.byteSize());
      at += part.byteSize();
    }
    written = start + Math.ceilDiv(byteCount, ALIGNMENT) * ALIGNMENT;
    return offer(about.with(start, byteCount));
  }

  /** The message of the note that was polled last; to be taken before the next is polled. */
  public byte[] takeMessage(Note polled) {
    var bytes = new byte[(int) polled.e()];
    long start = MESSAGES + polled.d() % roomBytes;
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, start, bytes, 0, bytes.length);
    setRead(polled);
    return bytes;
  }

  /** The message of the note that was polled last, where it is; until it is said to be read. */
  public MemorySegment message(Note polled) {
    return memory.asSlice(MESSAGES + polled.d() % roomBytes, polled.e());
  }

  /** Whether the message that a note tells of lies where messages lie. */
  public boolean holds(Note note) {
    long start = note.d();
    long length = note.e();
    return start >= 0
        && length >= 0
        && length <= pieceBytesMost()
        && start % roomBytes + length <= roomBytes;
  }

  /** Makes room. */
  public void setRead(Note polled) {
    COUNT.setRelease(memory, READ, polled.d() + Math.ceilDiv(polled.e(), ALIGNMENT) * ALIGNMENT);
  }

  /** Whether a note waits. */
  public boolean hasNext() {
    return (long) COUNT.getAcquire(memory, OFFERED) != (long) COUNT.getAcquire(memory, POLLED);
  }

  /** Whether as many notes wait as there is room for, at most: the other side says how many. */
  public boolean isPossible() {
    long waiting = (long) COUNT.getAcquire(memory, OFFERED) - polled;
    return waiting >= 0 && waiting <= SLOTS;
  }

  /** Takes the next note; null if there is none. */
  public @Nullable Note poll() {
    if ((long) COUNT.getAcquire(memory, OFFERED) == polled) {
      return null;
    }
    var note = Note.readFrom(slot(polled));
    polled++;
    COUNT.setRelease(memory, POLLED, polled);
    return note;
  }

  private MemorySegment slot(long index) {
    return memory.asSlice(NOTES + index % SLOTS * Note.BYTES, Note.BYTES);
  }
}
