package io.weft.compression.codec;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Ascending positions as differences in Golomb's code for powers of two (Rice, Some Practical
 * Universal Noiseless Coding Techniques, 1979): the upper bits as so many ones and a zero, the
 * lower ones as they are.
 */
public final class Gaps {
  private static final int RUN_BITS = 32;
  private static final int LOW_BITS_MAX = 31;

  private Gaps() {}

  /** How many lower bits to keep for so many positions up to a bound. */
  public static int lowBits(long count, long bound) {
    long mean = count == 0 ? 1 : Math.max(1, bound / count);
    int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(mean);
    return Math.clamp(bits, 0, LOW_BITS_MAX);
  }

  /** The bits that {@link #write} would write. */
  public static long bits(MemorySegment positions, int lowBits) {
    long bits = 0;
    long last = -1;
    for (long at = 0; at < positions.byteSize(); at += Integer.BYTES) {
      long position = positions.get(JAVA_INT_UNALIGNED, at);
      bits += ((position - last - 1) >>> lowBits) + 1 + lowBits;
      last = position;
    }
    return bits;
  }

  public static void write(MemorySegment positions, int lowBits, BitWriter writer) {
    long last = -1;
    for (long at = 0; at < positions.byteSize(); at += Integer.BYTES) {
      long position = positions.get(JAVA_INT_UNALIGNED, at);
      write(position - last - 1, lowBits, writer);
      last = position;
    }
  }

  /** Writes how many positions are left out. */
  public static void write(long gap, int lowBits, BitWriter writer) {
    for (long ones = gap >>> lowBits; ones > 0; ones -= RUN_BITS) {
      int some = (int) Math.min(RUN_BITS, ones);
      writer.write((1L << some) - 1, some);
    }
    writer.write(0, 1);
    writer.write(gap & ((1L << lowBits) - 1), lowBits);
  }

  public static void read(String codec, BitReader reader, int lowBits, MemorySegment positions) {
    long last = -1;
    for (long at = 0; at < positions.byteSize(); at += Integer.BYTES) {
      last += read(reader, lowBits) + 1;
      if (last >= Integer.MAX_VALUE || last < 0) {
        throw new MalformedPayloadException(codec, "has position %d".formatted(last));
      }
      positions.set(JAVA_INT_UNALIGNED, at, (int) last);
    }
  }

  /** Reads how many positions are left out. */
  public static long read(BitReader reader, int lowBits) {
    long upper = 0;
    while (reader.read(1) == 1) {
      upper++;
    }
    return (upper << lowBits) + reader.read(lowBits);
  }
}
