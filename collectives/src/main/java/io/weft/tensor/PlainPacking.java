package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Packing without the incubating module. */
final class PlainPacking implements PackingKernels {
  static final PlainPacking SHARED = new PlainPacking();

  /** Added to a small number, it leaves the number's nearest integer in the lowest bits. */
  static final float MAGIC = 0x1.8p23f;

  /** What bytes are multiplied with, and how many of them there are. */
  record Scaled(float scale, float weight, int count) {}

  private PlainPacking() {}

  @Override
  public float largest(MemorySegment floats, long offset, int count) {
    return largestFrom(0, 0, floats, offset, count);
  }

  float largestFrom(int first, float known, MemorySegment floats, long offset, int count) {
    float largest = known;
    for (int i = first; i < count; i++) {
      largest = Math.max(largest, Math.abs(get(floats, offset, i)));
    }
    return largest;
  }

  @Override
  public void toBytes(
      MemorySegment floats,
      long floatOffset,
      int count,
      float scale,
      MemorySegment bytes,
      long byteOffset) {
    toBytesFrom(0, new Scaled(scale, 1, count), floats, floatOffset, bytes, byteOffset);
  }

  void toBytesFrom(
      int first, Scaled by, MemorySegment floats, long at, MemorySegment bytes, long to) {
    for (int i = first; i < by.count(); i++) {
      byte code = (byte) Float.floatToIntBits(get(floats, at, i) / by.scale() + MAGIC);
      bytes.set(JAVA_BYTE, to + PackingKernels.bytePlace(i, by.count()), code);
    }
  }

  @Override
  public void addBytes(
      float scale,
      float weight,
      MemorySegment bytes,
      long byteOffset,
      MemorySegment floats,
      long floatOffset,
      int count) {
    addBytesFrom(0, new Scaled(scale, weight, count), bytes, byteOffset, floats, floatOffset);
  }

  void addBytesFrom(
      int first, Scaled by, MemorySegment bytes, long at, MemorySegment floats, long to) {
    for (int i = first; i < by.count(); i++) {
      byte code = bytes.get(JAVA_BYTE, at + PackingKernels.bytePlace(i, by.count()));
      set(floats, to, i, get(floats, to, i) + by.weight() * (by.scale() * code));
    }
  }

  @Override
  public void toBits(MemorySegment floats, MemorySegment bits) {
    long count = floats.byteSize() / Float.BYTES;
    long whole = count / BIT_GROUP * BIT_GROUP;
    for (long group = 0; group < whole; group += BIT_GROUP) {
      for (int lane = 0; lane < LANES; lane++) {
        int word = 0;
        for (int bit = 0; bit < Integer.SIZE; bit++) {
          word |= signBit(floats, group + (long) bit * LANES + lane) << bit;
        }
        bits.set(JAVA_INT_UNALIGNED, group / Byte.SIZE + (long) lane * Integer.BYTES, word);
      }
    }
    toBitsFrom(whole, floats, bits);
  }

  /** From the end of the last whole group on. */
  void toBitsFrom(long whole, MemorySegment floats, MemorySegment bits) {
    long count = floats.byteSize() / Float.BYTES;
    for (long first = whole; first < count; first += Byte.SIZE) {
      int packed = 0;
      for (int bit = 0; bit < Math.min(Byte.SIZE, count - first); bit++) {
        packed |= signBit(floats, first + bit) << bit;
      }
      bits.set(JAVA_BYTE, first / Byte.SIZE, (byte) packed);
    }
  }

  @Override
  public void addBits(MemorySegment bits, float ifZero, float ifOne, MemorySegment floats) {
    addBitsFrom(0, bits, ifZero, ifOne, floats);
  }

  void addBitsFrom(
      long first, MemorySegment bits, float ifZero, float ifOne, MemorySegment floats) {
    long count = floats.byteSize() / Float.BYTES;
    for (long i = first; i < count; i++) {
      long place = PackingKernels.bitPlace(i, count);
      int one = bits.get(JAVA_BYTE, place / Byte.SIZE) >>> (int) (place % Byte.SIZE) & 1;
      set(floats, 0, i, get(floats, 0, i) + (one == 0 ? ifZero : ifOne));
    }
  }

  private static int signBit(MemorySegment floats, long i) {
    return floats.get(JAVA_INT_UNALIGNED, i * Integer.BYTES) >>> (Integer.SIZE - 1);
  }

  private static float get(MemorySegment floats, long offset, long i) {
    return floats.get(JAVA_FLOAT_UNALIGNED, offset + i * Float.BYTES);
  }

  private static void set(MemorySegment floats, long offset, long i, float value) {
    floats.set(
        JAVA_FLOAT_UNALIGNED, offset + i * Float.BYTES, Float.isNaN(value) ? Float.NaN : value);
  }
}
