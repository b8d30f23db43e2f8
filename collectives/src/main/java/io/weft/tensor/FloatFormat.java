package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** How fp32 numbers are kept in memory. Holds a block in passing and belongs to one thread. */
sealed interface FloatFormat {
  int CAPACITY = Block.BYTE_COUNT / Float.BYTES;

  void read(MemorySegment source, long offset, float[] values, int count);

  /** Adds numbers in memory to values, all of which may pass through the spare array. */
  default void add(MemorySegment source, long offset, float[] values, float[] spare, int count) {
    read(source, offset, spare, count);
    add(values, spare, count);
  }

  private static void add(float[] values, float[] more, int count) {
    for (int i = 0; i < count; i++) {
      values[i] = values[i] + more[i];
    }
  }

  /** Whether NaNs of all forms may be written, which then get the canonical one. */
  default boolean takesAnyNan() {
    return false;
  }

  /**
   * Rounds to nearest even. Any NaN among the values is the canonical one, unless all are taken.
   */
  void write(float[] values, MemorySegment target, long offset, int count);

  /** As they are. */
  final class Fp32 implements FloatFormat {
    @Override
    public void read(MemorySegment source, long offset, float[] values, int count) {
      MemorySegment.copy(source, JAVA_FLOAT_UNALIGNED, offset, values, 0, count);
    }

    @Override
    public void write(float[] values, MemorySegment target, long offset, int count) {
      MemorySegment.copy(values, 0, target, JAVA_FLOAT_UNALIGNED, offset, count);
    }
  }

  /**
   * IEEE 754 binary16. The JDK's conversions become vector instructions in loops over arrays. NaNs
   * are looked for among the halves, four in a long: their bits above those of infinity carry into
   * the sign.
   */
  final class Fp16 implements FloatFormat {
    private static final int LANES = Long.BYTES / Short.BYTES;
    private static final long MAGNITUDES = 0x7fff_7fff_7fff_7fffL;
    private static final long TO_THE_SIGN = 0x03ff_03ff_03ff_03ffL;
    private static final short NAN = Float.floatToFloat16(Float.NaN);

    private final short[] halves = new short[CAPACITY];
    private final long[] lanes = new long[CAPACITY / LANES];
    private final MemorySegment halvesSegment = MemorySegment.ofArray(halves);

    @Override
    public void read(MemorySegment source, long offset, float[] values, int count) {
      MemorySegment.copy(source, JAVA_SHORT_UNALIGNED, offset, halves, 0, count);
      widen(halves, values, count);
    }

    @Override
    public void add(MemorySegment source, long offset, float[] values, float[] spare, int count) {
      MemorySegment.copy(source, JAVA_SHORT_UNALIGNED, offset, halves, 0, count);
      addWidened(halves, values, count);
    }

    @Override
    public boolean takesAnyNan() {
      return true;
    }

    @Override
    public void write(float[] values, MemorySegment target, long offset, int count) {
      narrow(values, halves, count);
      int whole = Math.ceilDiv(count, LANES);
      MemorySegment.copy(halvesSegment, JAVA_LONG_UNALIGNED, 0, lanes, 0, whole);
      if (anyNan(lanes, whole)) {
        canonicalise(halves, count);
      }
      MemorySegment.copy(halves, 0, target, JAVA_SHORT_UNALIGNED, offset, count);
    }

    private static void widen(short[] halves, float[] values, int count) {
      for (int i = 0; i < count; i++) {
        values[i] = Float.float16ToFloat(halves[i]);
      }
    }

    private static void addWidened(short[] halves, float[] values, int count) {
      for (int i = 0; i < count; i++) {
        values[i] = values[i] + Float.float16ToFloat(halves[i]);
      }
    }

    private static void narrow(float[] values, short[] halves, int count) {
      for (int i = 0; i < count; i++) {
        halves[i] = Float.floatToFloat16(values[i]);
      }
    }

    /** Of halves beyond the last one, which are from earlier, it may find some in vain. */
    private static boolean anyNan(long[] lanes, int count) {
      long carries = 0;
      for (int i = 0; i < count; i++) {
        carries |= (lanes[i] & MAGNITUDES) + TO_THE_SIGN;
      }
      return (carries & ~MAGNITUDES) != 0;
    }

    private static void canonicalise(short[] halves, int count) {
      for (int i = 0; i < count; i++) {
        halves[i] = Float.isNaN(Float.float16ToFloat(halves[i])) ? NAN : halves[i];
      }
    }
  }

  /**
   * The upper half of an fp32. Elements go by twos, packed in ints and spread in longs: C2 of JDK
   * 25 vectorises loops from ints to longs and back, but not from shorts to ints, nor those that
   * take the bits of a float. Which of the two comes first does not matter, as both layouts agree.
   */
  final class Bf16 implements FloatFormat {
    private final int[] packed = new int[CAPACITY / 2];
    private final long[] spread = new long[CAPACITY / 2];
    private final MemorySegment packedSegment = MemorySegment.ofArray(packed);
    private final MemorySegment spreadSegment = MemorySegment.ofArray(spread);

    @Override
    public void read(MemorySegment source, long offset, float[] values, int count) {
      MemorySegment.copy(source, offset, packedSegment, 0, (long) count * Short.BYTES);
      widen(packed, spread, Math.ceilDiv(count, 2));
      MemorySegment.copy(spreadSegment, JAVA_FLOAT, 0, values, 0, count);
    }

    @Override
    public void write(float[] values, MemorySegment target, long offset, int count) {
      MemorySegment.copy(values, 0, spreadSegment, JAVA_FLOAT, 0, count);
      narrow(spread, packed, Math.ceilDiv(count, 2));
      MemorySegment.copy(packedSegment, 0, target, offset, (long) count * Short.BYTES);
    }

    private static void widen(int[] packed, long[] spread, int pairs) {
      for (int i = 0; i < pairs; i++) {
        long both = packed[i];
        spread[i] = ((both & 0xffff_0000L) << 32) | ((both & 0xffffL) << 16);
      }
    }

    /**
     * Adds just under half of the last place kept, and exactly half where that place is odd. No
     * canonical float carries out of its 32 bits.
     */
    private static void narrow(long[] spread, int[] packed, int pairs) {
      for (int i = 0; i < pairs; i++) {
        long odd = spread[i] >>> 16 & 0x0000_0001_0000_0001L;
        long rounded = spread[i] + 0x0000_7fff_0000_7fffL + odd;
        packed[i] = (int) ((rounded >>> 32 & 0xffff_0000L) | (rounded >>> 16 & 0xffffL));
      }
    }
  }
}
