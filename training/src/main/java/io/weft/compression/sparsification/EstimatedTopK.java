package io.weft.compression.sparsification;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Positioned;
import java.lang.foreign.MemorySegment;

/**
 * Sends all numbers whose magnitude reaches an estimated threshold, if these are from 2k/3 to 4k/3;
 * otherwise the estimate is corrected and, if that does not help, the k-th largest is the threshold
 * and those equal to it are cut off at k.
 *
 * @param list with lists of varying length
 */
record EstimatedTopK(Codec codec, Density density, long count, Estimate estimate, SparseList list)
    implements Coder, Positioned {
  @Override
  public long positionsOffset() {
    return SparseList.COUNT_BYTES;
  }

  @Override
  public long positionsCount(MemorySegment payload) {
    return payload.get(JAVA_INT_UNALIGNED, 0);
  }

  /** The most that may be sent where about k are wanted. */
  static long most(long k, long count) {
    return Math.min(count, Math.max(k, 4 * k / 3));
  }

  @Override
  public long encode(Moment moment, MemorySegment input, MemorySegment payload) {
    Operands.checkEncode(codec, count, input, payload);
    return write(moment, input, density.of(count), payload);
  }

  /** Encodes about k numbers. */
  long write(Moment moment, MemorySegment input, long k, MemorySegment payload) {
    long least = Math.ceilDiv(2 * k, 3);
    long most = most(k, count);
    float threshold = k == 0 ? 0 : estimate.threshold(moment.own(), input, k);
    for (int i = 0; i <= estimate.corrections() && k > 0 && threshold > 0; i++) {
      long reached = list.gather(input, Magnitudes.key(threshold), most, payload);
      if (reached >= least && reached <= most) {
        return list.close(reached, most, payload);
      }
      threshold = estimate.corrected(threshold, reached < least);
    }
    return writeExactly(input, k, payload);
  }

  private long writeExactly(MemorySegment input, long k, MemorySegment payload) {
    if (k == 0) {
      return list.close(0, 0, payload);
    }
    int key = list.magnitudes().select(input, k);
    payload.set(JAVA_INT_UNALIGNED, 0, (int) k);
    list.write(input, key, list.magnitudes().ties(), payload, SparseList.COUNT_BYTES, k);
    return SparseList.COUNT_BYTES + k * SparseList.ENTRY_BYTES;
  }

  @Override
  public void accumulate(Moment moment, MemorySegment payload, float weight, MemorySegment target) {
    Operands.checkNumbers(codec.name(), count, target);
    long most = most(density.of(count), count);
    long sent = list.readCount(payload, most);
    list.add(payload, SparseList.COUNT_BYTES, sent, weight, target);
  }
}
