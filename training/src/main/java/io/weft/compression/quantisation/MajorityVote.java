package io.weft.compression.quantisation;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * For each bit, what most payloads say; where they are equally many, 0, which is the sign of
 * positive numbers. All bits of a byte are counted at once: counter c of a byte holds bit c of the
 * eight counts.
 */
public final class MajorityVote {
  private static final int COUNTERS_MAX = 31;

  private final int[] counters = new int[COUNTERS_MAX];

  /**
   * Writes the verdict on each bit.
   *
   * @param payloads of {@link Sign} or {@link Signum}, one per rank, equally long
   * @param verdict as long as each of them
   */
  public void decide(List<MemorySegment> payloads, MemorySegment verdict) {
    for (var payload : payloads) {
      if (payload.byteSize() != verdict.byteSize()) {
        throw new IllegalArgumentException(
            "a vote of %d bytes among votes of %d: all are of the same numbers"
                .formatted(payload.byteSize(), verdict.byteSize()));
      }
    }
    int needed = payloads.size() / 2 + 1;
    for (long at = 0; at < verdict.byteSize(); at++) {
      count(payloads, at);
      verdict.set(JAVA_BYTE, at, (byte) atLeast(needed));
    }
  }

  private void count(List<MemorySegment> payloads, long at) {
    Arrays.fill(counters, 0);
    for (int rank = 0; rank < payloads.size(); rank++) {
      int carry = payloads.get(rank).get(JAVA_BYTE, at) & 0xff;
      for (int c = 0; carry != 0; c++) {
        int both = counters[c] & carry;
        counters[c] ^= carry;
        carry = both;
      }
    }
  }

  /** Compares from the highest bit down: greater so far, or equal so far. */
  private int atLeast(int needed) {
    int greater = 0;
    int equal = 0xff;
    for (int c = COUNTERS_MAX - 1; c >= 0; c--) {
      if ((needed >>> c & 1) == 0) {
        greater |= equal & counters[c];
        equal &= ~counters[c];
      } else {
        equal &= counters[c];
      }
    }
    return greater | equal;
  }
}
