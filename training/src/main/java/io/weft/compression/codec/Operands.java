package io.weft.compression.codec;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.tensor.PackingKernels;
import java.lang.foreign.MemorySegment;

/** Checks what a coder is given before it touches any of it. */
public final class Operands {
  /** So many numbers that their count is an int and their bytes are in the cache. */
  private static final int RUN = 1 << 16;

  private Operands() {}

  /** A count that indices of 32 bits can address. */
  public static long count(String codec, long count) {
    if (count < 0 || count > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "%s of %d numbers: 0 to %d at once, so use smaller buckets"
              .formatted(codec, count, Integer.MAX_VALUE));
    }
    return count;
  }

  public static void checkEncode(
      Codec codec, long count, MemorySegment input, MemorySegment payload) {
    checkNumbers(codec.name(), count, input);
    if (payload.byteSize() < codec.payloadBytes(count)) {
      throw new IllegalArgumentException(
          "%s of %d numbers needs room for %d bytes and got %d"
              .formatted(codec.name(), count, codec.payloadBytes(count), payload.byteSize()));
    }
  }

  /** For codecs whose payloads have a fixed length. */
  public static void checkDecode(
      Codec codec, long count, MemorySegment payload, MemorySegment target) {
    checkNumbers(codec.name(), count, target);
    if (payload.byteSize() != codec.payloadBytes(count)) {
      throw new MalformedPayloadException(
          codec.name(),
          "has %d bytes and should have %d"
              .formatted(payload.byteSize(), codec.payloadBytes(count)));
    }
  }

  public static void checkNumbers(String codec, long count, MemorySegment numbers) {
    if (numbers.byteSize() != count * Float.BYTES) {
      throw new IllegalArgumentException(
          "%s was opened for %d numbers and got %d bytes, not %d"
              .formatted(codec, count, numbers.byteSize(), count * Float.BYTES));
    }
  }

  /**
   * For codecs that may not send what is not finite.
   *
   * @throws NotFiniteInputException if a number is not finite
   */
  public static void checkFinite(String codec, Moment moment, MemorySegment input) {
    long at = firstNotFinite(input);
    long count = input.byteSize() / Float.BYTES;
    if (at < count) {
      float number = input.get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES);
      throw new NotFiniteInputException(codec, moment.step(), number, at, count);
    }
  }

  /** Whether all numbers are. */
  public static boolean isFinite(MemorySegment numbers) {
    return firstNotFinite(numbers) == numbers.byteSize() / Float.BYTES;
  }

  /** Which one it is, or how many there are. */
  private static long firstNotFinite(MemorySegment numbers) {
    long count = numbers.byteSize() / Float.BYTES;
    for (long first = 0; first < count; first += RUN) {
      int some = (int) Math.min(RUN, count - first);
      if (!Float.isFinite(PackingKernels.best().largest(numbers, first * Float.BYTES, some))) {
        long at = first;
        while (Float.isFinite(numbers.get(JAVA_FLOAT_UNALIGNED, at * Float.BYTES))) {
          at++;
        }
        return at;
      }
    }
    return count;
  }
}
