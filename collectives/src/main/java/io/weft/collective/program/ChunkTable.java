package io.weft.collective.program;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Numbers by bank and chunk of one rank, each bank an array from its first number on: walks ask for
 * millions of them, and those of a thousand ranks are to fit the caches of a processor; for the
 * speed see {@code SimulationBenchmark}. Not for several threads.
 */
final class ChunkTable {
  /** What is there before anything is put. */
  static final int NONE = 0;

  private final int chunkCount;

  /** By bank, from {@link Place#INPUT} on. */
  private int[] @Nullable [] banks = {};

  ChunkTable(int chunkCount) {
    this.chunkCount = chunkCount;
  }

  int get(int bank, int chunk) {
    int index = bank - Place.INPUT;
    var values = index < banks.length ? banks[index] : null;
    return values == null ? NONE : values[chunk];
  }

  void put(int bank, int chunk, int value) {
    int index = bank - Place.INPUT;
    if (index >= banks.length) {
      banks = Arrays.copyOf(banks, index + 1);
    }
    var values = banks[index];
    if (values == null) {
      values = new int[chunkCount];
      banks[index] = values;
    }
    values[chunk] = value;
  }

  /** All numbers that are there. */
  void forEach(IntConsumer visitor) {
    for (var values : banks) {
      if (values != null) {
        for (int value : values) {
          if (value != NONE) {
            visitor.accept(value);
          }
        }
      }
    }
  }
}
