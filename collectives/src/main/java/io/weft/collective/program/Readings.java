package io.weft.collective.program;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Which messages read which chunks of their sender's memory, oldest first. Messages are numbers
 * from 0 on. Not for several threads.
 */
final class Readings {
  /** Nobody reads the chunk. */
  static final int NONE = -1;

  /** By rank: the first reading of a chunk. Readings are numbered from 1. */
  private final ChunkTable[] first;

  /** By reading: its message, and the next reading of its chunk, or none. */
  private int[] message = new int[64];

  private int[] next = new int[64];
  private int count;

  Readings(List<Program> programs) {
    first =
        programs.stream()
            .map(program -> new ChunkTable(program.chunkCount()))
            .toArray(ChunkTable[]::new);
  }

  void add(int rank, int bank, int chunk, int number) {
    int reading = ++count;
    if (reading >= message.length) {
      message = Arrays.copyOf(message, 2 * reading);
      next = Arrays.copyOf(next, 2 * reading);
    }
    message[reading] = number;
    int last = first[rank].get(bank, chunk);
    if (last == ChunkTable.NONE) {
      first[rank].put(bank, chunk, reading);
      return;
    }
    while (next[last] != ChunkTable.NONE) {
      last = next[last];
    }
    next[last] = reading;
  }

  /** The oldest message that reads a chunk, or {@link #NONE}. */
  int first(int rank, int bank, int chunk) {
    int reading = first[rank].get(bank, chunk);
    return reading == ChunkTable.NONE ? NONE : message[reading];
  }

  /** Forgets the oldest one of a chunk. */
  void removeFirst(int rank, int bank, int chunk) {
    var table = first[rank];
    table.put(bank, chunk, next[table.get(bank, chunk)]);
  }

  /** All messages that read memory of a rank, one of several chunks several times. */
  void forEach(int rank, IntConsumer visitor) {
    first[rank].forEach(
        reading -> {
          for (int at = reading; at != ChunkTable.NONE; at = next[at]) {
            visitor.accept(message[at]);
          }
        });
  }
}
