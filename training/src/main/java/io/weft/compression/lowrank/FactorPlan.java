package io.weft.compression.lowrank;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.Extent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Which tensors of a bucket are factored and which travel as they are, and the floats of the latter
 * on their way: those of this rank and, once known, the sums.
 */
final class FactorPlan {
  private record Run(long first, long count) {}

  private final List<Factors> matrices = new ArrayList<>();
  private final List<Run> plain = new ArrayList<>();
  private final long count;
  private final long leftElements;
  private final long rightElements;
  private final MemorySegment own;
  private final MemorySegment sums;

  /**
   * @param rate how many times smaller the two factors must be for a matrix to be factored
   */
  FactorPlan(List<Extent> tensors, int rank, double rate, Arena arena) {
    long at = 0;
    long lefts = 0;
    long rights = 0;
    long plains = 0;
    for (var extent : tensors) {
      int used = Math.min(rank, Math.min(extent.rows(), extent.columns()));
      if (((double) extent.rows() + extent.columns()) * used * rate < extent.count()) {
        matrices.add(new Factors(extent, at, used));
        lefts += (long) extent.rows() * used;
        rights += (long) extent.columns() * used;
      } else {
        plain.add(new Run(at, extent.count()));
        plains += extent.count();
      }
      at += extent.count();
    }
    count = at;
    leftElements = lefts;
    rightElements = rights;
    own = arena.allocate(JAVA_FLOAT, plains);
    sums = arena.allocate(JAVA_FLOAT, plains);
  }

  List<Factors> matrices() {
    return matrices;
  }

  /** How many numbers the bucket has. */
  long count() {
    return count;
  }

  long leftElements() {
    return leftElements;
  }

  long rightElements() {
    return rightElements;
  }

  long plainElements() {
    return own.byteSize() / Float.BYTES;
  }

  /** Copies the tensors that are not factored to a payload, from an element on. */
  void send(MemorySegment bucket, MemorySegment payload, long element) {
    long at = 0;
    for (var run : plain) {
      long bytes = run.count * Float.BYTES;
      MemorySegment.copy(bucket, run.first * Float.BYTES, own, at, bytes);
      at += bytes;
    }
    MemorySegment.copy(own, 0, payload, element * Float.BYTES, own.byteSize());
  }

  void receive(MemorySegment sum, long element) {
    MemorySegment.copy(sum, element * Float.BYTES, sums, 0, sums.byteSize());
  }

  void decode(MemorySegment bucket) {
    long at = 0;
    for (var run : plain) {
      long bytes = run.count * Float.BYTES;
      MemorySegment.copy(sums, at, bucket, run.first * Float.BYTES, bytes);
      at += bytes;
    }
  }

  void retire(MemorySegment bucket) {
    long at = 0;
    for (var run : plain) {
      for (long i = run.first; i < run.first + run.count; i++, at++) {
        bucket.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, number(bucket, i) - number(own, at));
      }
    }
  }

  /** Retires what was sent and adds an input. */
  void carryOver(MemorySegment bucket, MemorySegment input) {
    retire(bucket);
    for (var run : plain) {
      for (long i = run.first; i < run.first + run.count; i++) {
        bucket.set(JAVA_FLOAT_UNALIGNED, i * Float.BYTES, number(bucket, i) + number(input, i));
      }
    }
  }

  private static float number(MemorySegment memory, long index) {
    return memory.get(JAVA_FLOAT_UNALIGNED, index * Float.BYTES);
  }
}
