package io.weft.network.shared;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What one rank tells another through a {@link Ring}: a kind and six numbers, which mean what the
 * kind says.
 */
public record Note(long kind, long a, long b, long c, long d, long e, long f) {
  /**
   * A signal in an operation: its key, its fingerprint, and where the memory is that it is about.
   */
  public static final long SIGNAL = 1;

  /** There is a segment to be mapped: see {@link Segments#announcement}. */
  public static final long SEGMENT = 2;

  /** A small message in an operation: its key, its fingerprint, where it is and how long. */
  public static final long MESSAGE = 3;

  /** There is memory for a large message in an operation: its key, its fingerprint, how long. */
  public static final long CREDIT = 4;

  /** A piece of a large message: as for a small one. */
  public static final long PIECE = 5;

  static final long BYTES = 64;

  /** The same with a message, which is there. */
  Note with(long start, long byteCount) {
    return new Note(kind, a, b, c, start, byteCount, 0);
  }

  void writeTo(MemorySegment slot) {
    slot.setAtIndex(ValueLayout.JAVA_LONG, 0, kind);
    slot.setAtIndex(ValueLayout.JAVA_LONG, 1, a);
    slot.setAtIndex(ValueLayout.JAVA_LONG, 2, b);
    slot.setAtIndex(ValueLayout.JAVA_LONG, 3, c);
    slot.setAtIndex(ValueLayout.JAVA_LONG, 4, d);
    slot.setAtIndex(ValueLayout.JAVA_LONG, 5, e);
    slot.setAtIndex(ValueLayout.JAVA_LONG, 6, f);
  }

  static Note readFrom(MemorySegment slot) {
    return new Note(
        at(slot, 0), at(slot, 1), at(slot, 2), at(slot, 3), at(slot, 4), at(slot, 5), at(slot, 6));
  }

  private static long at(MemorySegment slot, int index) {
    return slot.getAtIndex(ValueLayout.JAVA_LONG, index);
  }
}
