package io.weft.collective.program;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Values by whole numbers, without an object for each of these: walks ask for millions of them.
 * Keys are not negative and stay; for the speed see {@code SimulationBenchmark}. Not for several
 * threads.
 */
final class LongTable<T> {
  private static final long FREE = -1;
  private static final int SIZE_FIRST = 16;

  /** Odd, and spreads neighbours: 2⁶⁴ divided by the golden ratio. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private long[] keys = free(SIZE_FIRST);
  private @Nullable Object[] values = new @Nullable Object[SIZE_FIRST];
  private int count;

  private static long[] free(int size) {
    var keys = new long[size];
    Arrays.fill(keys, FREE);
    return keys;
  }

  /** Who is told of all entries. */
  interface Visitor<T> {
    void visit(long key, T value);
  }

  @Nullable T get(long key) {
    return value(place(keys, key));
  }

  /** The value of a key, which is made if there is none. */
  T getOrMake(long key, Supplier<T> made) {
    var found = get(key);
    if (found == null) {
      found = made.get();
      put(key, found);
    }
    return found;
  }

  void put(long key, @Nullable T value) {
    int place = place(keys, key);
    if (keys[place] == FREE) {
      if (2 * ++count > keys.length) {
        grow();
        place = place(keys, key);
      }
      keys[place] = key;
    }
    values[place] = value;
  }

  void forEach(Visitor<T> visitor) {
    for (int place = 0; place < keys.length; place++) {
      var value = value(place);
      if (keys[place] != FREE && value != null) {
        visitor.visit(keys[place], value);
      }
    }
  }

  @SuppressWarnings("unchecked") // only values of this type are put
  private @Nullable T value(int place) {
    return (T) values[place];
  }

  /** Where a key is, or the free place where it would be. */
  private static int place(long[] keys, long key) {
    int mask = keys.length - 1;
    int place = (int) ((key * SPREAD) >>> 32) & mask;
    while (keys[place] != FREE && keys[place] != key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    var more = free(2 * keys.length);
    var others = new @Nullable Object[more.length];
    for (int place = 0; place < keys.length; place++) {
      if (keys[place] != FREE) {
        int to = place(more, keys[place]);
        more[to] = keys[place];
        others[to] = values[place];
      }
    }
    keys = more;
    values = others;
  }
}
