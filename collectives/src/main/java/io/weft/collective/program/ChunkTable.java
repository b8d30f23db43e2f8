package io.weft.collective.program;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Values by bank and chunk of one rank, each bank an array from its first value on: walks ask for
 * millions of them, and those of a thousand ranks are to fit the caches of a processor; for the
 * speed see {@code SimulationBenchmark}. Not for several threads.
 */
final class ChunkTable<T> {
  private final int chunkCount;

  /** By bank, from {@link Place#INPUT} on. */
  private @Nullable Object[] @Nullable [] banks = {};

  ChunkTable(int chunkCount) {
    this.chunkCount = chunkCount;
  }

  @SuppressWarnings("unchecked") // only values of this type are put
  @Nullable T get(int bank, int chunk) {
    int index = bank - Place.INPUT;
    var values = index < banks.length ? banks[index] : null;
    return values == null ? null : (T) values[chunk];
  }

  void put(int bank, int chunk, @Nullable T value) {
    int index = bank - Place.INPUT;
    if (index >= banks.length) {
      banks = Arrays.copyOf(banks, index + 1);
    }
    var values = banks[index];
    if (values == null) {
      values = new @Nullable Object[chunkCount];
      banks[index] = values;
    }
    values[chunk] = value;
  }

  /** All values that are there. */
  @SuppressWarnings("unchecked") // only values of this type are put
  void forEach(Consumer<T> visitor) {
    for (var values : banks) {
      if (values != null) {
        for (var value : values) {
          if (value != null) {
            visitor.accept((T) value);
          }
        }
      }
    }
  }
}
