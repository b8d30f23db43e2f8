package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.weft.tensor.MagnitudeKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The magnitudes of floats as integers, which are ordered as they are: the bits without the sign.
 * NaN is above infinity, so it is always among the largest.
 */
final class Magnitudes {
  private static final int CAPACITY = 1024;
  private static final int MAGNITUDE = 0x7fff_ffff;
  private static final int DIGITS = 11;
  private static final int BUCKETS = 1 << DIGITS;

  private final int[] keys = new int[CAPACITY];
  private final int[] histogram = new int[BUCKETS];
  private final int[] found = new int[CAPACITY];
  private long ties;

  /** The integer of a magnitude. */
  static int key(float magnitude) {
    return Float.floatToRawIntBits(magnitude) & MAGNITUDE;
  }

  /**
   * The k-th largest magnitude of at least k numbers, exactly, in three passes: by its highest 11
   * bits, the next 11 and the last 9. Afterwards {@link #ties} says how many of those equal to it
   * are among the k.
   */
  int select(MemorySegment numbers, long k) {
    int upper = digit(numbers, 20, 0, 0, k);
    int middle = digit(numbers, 9, upper << 20, 0x7ff0_0000, ties);
    int prefix = upper << 20 | middle << 9;
    return prefix | digit(numbers, 0, prefix, 0x7fff_fe00, ties);
  }

  long ties() {
    return ties;
  }

  /** The digit, from a bit on, of the k-th largest of the keys that have a prefix. */
  private int digit(MemorySegment numbers, int shift, int prefix, int mask, long k) {
    Arrays.fill(histogram, 0);
    int digits = ~mask & MAGNITUDE;
    long total = numbers.byteSize() / Integer.BYTES;
    for (long first = 0; first < total; first += CAPACITY) {
      int count = load(numbers, first, total);
      for (int i = 0; i < count; i++) {
        if ((keys[i] & mask) == prefix) {
          histogram[(keys[i] & digits) >>> shift]++;
        }
      }
    }
    long left = k;
    int digit = BUCKETS - 1;
    while (digit > 0 && histogram[digit] < left) {
      left -= histogram[digit--];
    }
    ties = left;
    return digit;
  }

  /** How many magnitudes are at or above a key. */
  long countFrom(MemorySegment numbers, int least) {
    return MagnitudeKernels.best().countFrom(numbers, least);
  }

  /**
   * Finds the numbers of one block at or above a key, in order.
   *
   * @return how many; {@link #found} says which, counted from the first of the block
   */
  int scan(MemorySegment numbers, long first, int least) {
    int count = (int) Math.min(CAPACITY, numbers.byteSize() / Integer.BYTES - first);
    int hits = MagnitudeKernels.best().find(numbers, first, count, least, found);
    for (int i = 0; i < hits; i++) {
      keys[i] = numbers.get(JAVA_INT_UNALIGNED, (first + found[i]) * Integer.BYTES) & MAGNITUDE;
    }
    return hits;
  }

  int found(int i) {
    return found[i];
  }

  int foundKey(int i) {
    return keys[i];
  }

  static int blockCapacity() {
    return CAPACITY;
  }

  private int load(MemorySegment numbers, long first, long total) {
    int count = (int) Math.min(CAPACITY, total - first);
    MemorySegment.copy(numbers, JAVA_INT_UNALIGNED, first * Integer.BYTES, keys, 0, count);
    for (int i = 0; i < count; i++) {
      keys[i] &= MAGNITUDE;
    }
    return count;
  }
}
