package io.weft.network.shared;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Notes from one rank to another, in order, in mapped memory. One thread at a time offers and one
 * at a time polls. What was written before a note was offered is seen by who has polled it.
 */
public final class Ring {
  /** How many notes can wait; a rank gives each other one or two per operation in flight. */
  static final int SLOTS = 512;

  static final long BYTES = 128 + SLOTS * Note.BYTES;

  private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle();
  private static final long OFFERED = 0;
  private static final long POLLED = 64;
  private static final long NOTES = 128;

  private final MemorySegment memory;

  Ring(MemorySegment memory) {
    this.memory = memory.asSlice(0, BYTES);
  }

  /** Adds a note, unless too many wait. */
  public boolean offer(Note note) {
    long offered = (long) COUNT.get(memory, OFFERED);
    if (offered - (long) COUNT.getAcquire(memory, POLLED) == SLOTS) {
      return false;
    }
    note.writeTo(slot(offered));
    COUNT.setRelease(memory, OFFERED, offered + 1);
    return true;
  }

  /** Whether a note waits. */
  public boolean hasNext() {
    return (long) COUNT.getAcquire(memory, OFFERED) != (long) COUNT.getAcquire(memory, POLLED);
  }

  /** Takes the next note; null if there is none. */
  public @Nullable Note poll() {
    long polled = (long) COUNT.get(memory, POLLED);
    if ((long) COUNT.getAcquire(memory, OFFERED) == polled) {
      return null;
    }
    var note = Note.readFrom(slot(polled));
    COUNT.setRelease(memory, POLLED, polled + 1);
    return note;
  }

  private MemorySegment slot(long index) {
    return memory.asSlice(NOTES + index % SLOTS * Note.BYTES, Note.BYTES);
  }
}
