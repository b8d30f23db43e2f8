package io.weft.compression.exchange;

import io.weft.compression.codec.NotFiniteInputException;
import io.weft.compression.codec.Operands;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What coders of a bucket have refused to encode. A rank that sent nothing would let the others
 * wait, so it sends zeros, and says what was refused when the exchange is done.
 */
final class Refusals {
  private final long first;
  private final long count;

  /** The first since the last exchange. */
  private @Nullable NotFiniteInputException refused;

  /**
   * For coders of some numbers of a bucket.
   *
   * @param first which number of the bucket they count from
   * @param count of the numbers of the bucket
   */
  Refusals(long first, long count) {
    this.first = first;
    this.count = count;
  }

  /**
   * Makes the numbers zeros, and forgets what its coder remembers if that is not finite either, so
   * that it will not refuse again.
   *
   * @param at which number the first one is
   */
  void amend(
      NotFiniteInputException refusal,
      long at,
      MemorySegment numbers,
      Collection<MemorySegment> memories) {
    if (refused == null) {
      refused = refusal.among(first + at, count);
    }
    numbers.fill((byte) 0);
    memories.stream().filter(it -> !Operands.isFinite(it)).forEach(it -> it.fill((byte) 0));
  }

  /**
   * Ends an exchange.
   *
   * @throws NotFiniteInputException if something was refused in it
   */
  void end() {
    var last = refused;
    refused = null;
    if (last != null) {
      throw last;
    }
  }
}
