package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.weft.compression.codec.MalformedPayloadException;
import java.lang.foreign.MemorySegment;

/**
 * Some numbers and where they were: all positions, ascending, then all numbers, 4 bytes each. In
 * lists of varying length their number comes first.
 *
 * @param codec for complaints
 */
record SparseList(String codec, Magnitudes magnitudes) {
  /** What a number costs, with its position. */
  static final long ENTRY_BYTES = Integer.BYTES + Float.BYTES;

  /** What the length costs where it varies. */
  static final long COUNT_BYTES = Integer.BYTES;

  SparseList(String codec) {
    this(codec, new Magnitudes());
  }

  /**
   * Writes the numbers above a key, and the first of those that equal it.
   *
   * @param ties how many of those that equal it
   * @param count how many that makes in all
   */
  void write(
      MemorySegment numbers, int least, long ties, MemorySegment payload, long offset, long count) {
    long values = offset + count * Integer.BYTES;
    long written = 0;
    long tiesLeft = ties;
    long total = numbers.byteSize() / Float.BYTES;
    for (long first = 0; first < total; first += Magnitudes.blockCapacity()) {
      int some = magnitudes.scan(numbers, first, least);
      for (int i = 0; i < some; i++) {
        if (magnitudes.foundKey(i) == least && --tiesLeft < 0) {
          continue;
        }
        long at = first + magnitudes.found(i);
        payload.set(JAVA_INT_UNALIGNED, offset + written * Integer.BYTES, (int) at);
        float value = numbers.get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES);
        payload.set(JAVA_FLOAT_UNALIGNED, values + written * Float.BYTES, value);
        written++;
      }
    }
    if (written != count) {
      throw new AssertionError("%d of %d numbers were found".formatted(written, count));
    }
  }

  /**
   * Writes the numbers at or above a key, with room left for as many as may be there.
   *
   * @return how many, and more than may be there if so: then they are not all written
   */
  long gather(MemorySegment numbers, int least, long most, MemorySegment payload) {
    long values = COUNT_BYTES + most * Integer.BYTES;
    long written = 0;
    long total = numbers.byteSize() / Float.BYTES;
    for (long first = 0; first < total; first += Magnitudes.blockCapacity()) {
      int some = magnitudes.scan(numbers, first, least);
      if (written + some > most) {
        return written + some;
      }
      for (int i = 0; i < some; i++) {
        long at = first + magnitudes.found(i);
        payload.set(JAVA_INT_UNALIGNED, COUNT_BYTES + written * Integer.BYTES, (int) at);
        float value = numbers.get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES);
        payload.set(JAVA_FLOAT_UNALIGNED, values + written * Float.BYTES, value);
        written++;
      }
    }
    return written;
  }

  /** Writes how many have been gathered, moves them together, and says how many bytes they are. */
  long close(long count, long most, MemorySegment payload) {
    payload.set(JAVA_INT_UNALIGNED, 0, (int) count);
    long values = count * Float.BYTES;
    long from = COUNT_BYTES + most * Integer.BYTES;
    MemorySegment.copy(payload, from, payload, COUNT_BYTES + count * Integer.BYTES, values);
    return COUNT_BYTES + count * ENTRY_BYTES;
  }

  /** Reads and checks the number of entries of a list of varying length. */
  long readCount(MemorySegment payload, long most) {
    if (payload.byteSize() < COUNT_BYTES) {
      throw new MalformedPayloadException(
          codec, "has %d bytes, too few for a length".formatted(payload.byteSize()));
    }
    long count = payload.get(JAVA_INT_UNALIGNED, 0);
    if (count < 0 || count > most || payload.byteSize() != COUNT_BYTES + count * ENTRY_BYTES) {
      throw new MalformedPayloadException(
          codec,
          "announces %d numbers, of at most %d, in %d bytes"
              .formatted(count, most, payload.byteSize()));
    }
    return count;
  }

  /** Adds the numbers, times a weight, where they belong. */
  void add(MemorySegment payload, long offset, long count, float weight, MemorySegment target) {
    long total = target.byteSize() / Float.BYTES;
    long values = offset + count * Integer.BYTES;
    int last = -1;
    for (long i = 0; i < count; i++) {
      int at = payload.get(JAVA_INT_UNALIGNED, offset + i * Integer.BYTES);
      if (at <= last || at >= total) {
        throw new MalformedPayloadException(
            codec, "has position %d after %d among %d numbers".formatted(at, last, total));
      }
      last = at;
      float value = payload.get(JAVA_FLOAT_UNALIGNED, values + i * Float.BYTES);
      float sum = target.get(JAVA_FLOAT_UNALIGNED, (long) at * Float.BYTES) + weight * value;
      target.set(JAVA_FLOAT_UNALIGNED, (long) at * Float.BYTES, sum);
    }
  }
}
