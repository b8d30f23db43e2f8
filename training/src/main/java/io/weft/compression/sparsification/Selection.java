package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Finds the largest magnitudes among numbers; of equals the first. */
public final class Selection {
  private final Magnitudes magnitudes = new Magnitudes();

  /**
   * Makes the entries the k largest.
   *
   * @param k at most as many as there are
   * @return the magnitude of the smallest of them, and 0 if there are none
   */
  public float largest(MemorySegment numbers, long k, Entries target) {
    target.clear();
    if (k == 0) {
      return 0;
    }
    int least = magnitudes.select(numbers, k);
    take(numbers, least, magnitudes.ties(), target);
    return Float.intBitsToFloat(least);
  }

  /** Makes the entries all numbers from a magnitude on, if these are neither too few nor many. */
  public boolean from(
      float threshold, long fewest, long most, MemorySegment numbers, Entries target) {
    int least = Magnitudes.key(threshold);
    long reached = magnitudes.countFrom(numbers, least);
    boolean right = reached >= fewest && reached <= most;
    if (right) {
      target.clear();
      take(numbers, least, Long.MAX_VALUE, target);
    }
    return right;
  }

  private void take(MemorySegment numbers, int least, long ties, Entries target) {
    long tiesLeft = ties;
    long total = numbers.byteSize() / Float.BYTES;
    for (long first = 0; first < total; first += Magnitudes.blockCapacity()) {
      int some = magnitudes.scan(numbers, first, least);
      for (int i = 0; i < some; i++) {
        if (magnitudes.foundKey(i) > least || tiesLeft-- > 0) {
          long at = first + magnitudes.found(i);
          target.add((int) at, numbers.get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES));
        }
      }
    }
  }

  /**
   * Leaves the k largest of some entries.
   *
   * @return the magnitude of the smallest that is left, and 0 if there are fewer than k
   */
  public float keepLargest(Entries entries, long k) {
    if (entries.count() < k || k == 0) {
      return 0;
    }
    int least = magnitudes.select(entries.numbers(), k);
    entries.keep(least, magnitudes.ties());
    return Float.intBitsToFloat(least);
  }

  /** Leaves those from a magnitude on. */
  public void keepFrom(float threshold, Entries entries) {
    entries.keep(Magnitudes.key(threshold), Long.MAX_VALUE);
  }

  /** How many of some entries have at least a magnitude. */
  public long countFrom(float threshold, Entries entries) {
    return magnitudes.countFrom(entries.numbers(), Magnitudes.key(threshold));
  }
}
