package io.weft.compression.exchange;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * What lies between the tensors of a bucket. Gradients are 0 there, and so is what codecs make of
 * them and remember, even of codecs that have no 0: such numbers belong to nobody.
 */
record Gaps(List<Run> list) {
  Gaps {
    list = List.copyOf(list);
  }

  /** Those of a bucket of so many numbers. */
  static Gaps between(List<Run> runs, long count) {
    var gaps = new ArrayList<Run>();
    long end = 0;
    for (var run : runs) {
      Run.addVector(gaps, end, run.first() - end);
      end = run.end();
    }
    Run.addVector(gaps, end, count - end);
    return new Gaps(gaps);
  }

  /** The same where numbers are counted from another one on. */
  Gaps from(long first) {
    return new Gaps(list.stream().map(gap -> new Run(gap.first() - first, gap.extent())).toList());
  }

  /**
   * Clears them among some numbers of a bucket that follow one another.
   *
   * @param first which number of the bucket the first one is
   */
  void clear(MemorySegment numbers, long first) {
    long end = first + numbers.byteSize() / Float.BYTES;
    for (var gap : list) {
      long from = Math.max(gap.first(), first);
      long to = Math.min(gap.end(), end);
      if (from < to) {
        numbers.asSlice((from - first) * Float.BYTES, (to - from) * Float.BYTES).fill((byte) 0);
      }
    }
  }
}
