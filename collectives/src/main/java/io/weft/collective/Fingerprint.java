package io.weft.collective;

import java.util.List;

/**
 * A 64-bit hash of what ranks must agree on, value by value. The same values in the same order give
 * the same hash on every machine.
 */
final class Fingerprint {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state = GOLDEN;

  Fingerprint add(long value) {
    state = mixed(state + GOLDEN) ^ mixed(value ^ 0xD6E8FEB86659FD93L);
    state = mixed(state);
    return this;
  }

  /** A word: its length and its letters, so that two words in a row cannot pass for others. */
  Fingerprint add(String word) {
    add(word.length());
    word.chars().forEach(this::add);
    return this;
  }

  Fingerprint add(List<? extends Number> values) {
    add(values.size());
    values.forEach(value -> add(value.longValue()));
    return this;
  }

  long value() {
    return state;
  }

  /** The finaliser of MurmurHash3: every bit of the argument moves every bit of the result. */
  private static long mixed(long value) {
    long bits = value;
    bits = (bits ^ (bits >>> 33)) * 0xFF51AFD7ED558CCDL;
    bits = (bits ^ (bits >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return bits ^ (bits >>> 33);
  }
}
