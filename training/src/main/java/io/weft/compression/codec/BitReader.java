package io.weft.compression.codec;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** Reads what a {@link BitWriter} wrote. */
public final class BitReader {
  private final String codec;
  private MemorySegment source = MemorySegment.NULL;
  private long at;
  private long held;
  private int heldBits;

  /**
   * A reader that has yet to be started.
   *
   * @param codec for complaints
   */
  public BitReader(String codec) {
    this.codec = codec;
  }

  public void start(MemorySegment segment, long offset) {
    source = segment;
    at = offset;
    held = 0;
    heldBits = 0;
  }

  /**
   * The next number.
   *
   * @param bits up to 32
   * @throws MalformedPayloadException at the end of the segment
   */
  public long read(int bits) {
    while (heldBits < bits) {
      if (at >= source.byteSize()) {
        throw new MalformedPayloadException(codec, "ends early, after %d bytes".formatted(at));
      }
      held |= (source.get(JAVA_BYTE, at++) & 0xffL) << heldBits;
      heldBits += Byte.SIZE;
    }
    long code = held & ((1L << bits) - 1);
    held >>>= bits;
    heldBits -= bits;
    return code;
  }

  /** The offset after the last byte that was touched. */
  public long offset() {
    return at;
  }
}
