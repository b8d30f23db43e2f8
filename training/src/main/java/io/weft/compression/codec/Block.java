package io.weft.compression.codec;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * A few numbers on their way: loops over arrays become vector instructions, loops over segments do
 * not. Codecs go through memory block by block.
 */
public final class Block {
  /** A multiple of every group that codecs pack, and small enough for the nearest cache. */
  public static final int CAPACITY = 1024;

  private final float[] values = new float[CAPACITY];

  /** The numbers; only the first ones may mean anything. */
  public float[] values() {
    return values;
  }

  /** How many numbers there are from one on, up to the capacity. */
  public static int count(long first, long total) {
    return (int) Math.min(CAPACITY, total - first);
  }

  public void load(MemorySegment source, long first, int count) {
    MemorySegment.copy(source, JAVA_FLOAT_UNALIGNED, first * Float.BYTES, values, 0, count);
  }

  public void store(MemorySegment target, long first, int count) {
    MemorySegment.copy(values, 0, target, JAVA_FLOAT_UNALIGNED, first * Float.BYTES, count);
  }

  /** Adds the numbers of another block, times a weight. */
  public void add(Block other, float weight, int count) {
    var added = other.values;
    for (int i = 0; i < count; i++) {
      values[i] += weight * added[i];
    }
  }
}
