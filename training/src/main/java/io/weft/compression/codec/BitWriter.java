package io.weft.compression.codec;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** Writes numbers of a few bits each one after the other, from the lowest bit of a byte on. */
public final class BitWriter {
  private MemorySegment target = MemorySegment.NULL;
  private long at;
  private long held;
  private int heldBits;

  /** Starts anew at a byte of a segment. */
  public void start(MemorySegment segment, long offset) {
    target = segment;
    at = offset;
    held = 0;
    heldBits = 0;
  }

  /**
   * Writes a number below 2 to the number of bits.
   *
   * @param bits up to 32
   */
  public void write(long code, int bits) {
    held |= code << heldBits;
    heldBits += bits;
    while (heldBits >= Byte.SIZE) {
      target.set(JAVA_BYTE, at++, (byte) held);
      held >>>= Byte.SIZE;
      heldBits -= Byte.SIZE;
    }
  }

  /**
   * Writes what is left of the last byte.
   *
   * @return the offset after it
   */
  public long finish() {
    if (heldBits > 0) {
      target.set(JAVA_BYTE, at++, (byte) held);
      heldBits = 0;
    }
    return at;
  }
}
