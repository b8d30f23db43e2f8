package io.weft.data;

/**
 * Random bits as a pure function, the same on all machines.
 *
 * <p>Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014, figure 16.
 */
final class Mix {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private Mix() {}

  static long of(long first, long second) {
    return scramble(scramble(first + GOLDEN) + GOLDEN * (second + 1));
  }

  /** At least 0 and below 1, of 24 bits. */
  static float unit(long bits) {
    return (bits >>> 40) * 0x1p-24f;
  }

  private static long scramble(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
