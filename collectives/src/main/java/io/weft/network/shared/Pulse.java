package io.weft.network.shared;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A word of mapped memory by which a rank shows that it lives: it beats, and others look whether it
 * has. That wakes nobody. One thread beats, and one of each other rank looks.
 */
public final class Pulse {
  static final long BYTES = 64;

  private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment word;

  /** Of who looks: the count when it last did. */
  private long seen;

  Pulse(MemorySegment word) {
    this.word = word.asSlice(0, BYTES);
  }

  public void beat() {
    COUNT.setRelease(word, 0L, count() + 1);
  }

  /** How often it has beaten. */
  public long count() {
    return (long) COUNT.getAcquire(word, 0L);
  }

  /** Whether it has beaten since this was last asked. */
  public boolean hasBeaten() {
    long before = seen;
    seen = count();
    return seen != before;
  }
}
