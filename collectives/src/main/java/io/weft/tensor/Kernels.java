package io.weft.tensor;

import java.lang.foreign.MemorySegment;

/**
 * The loops over elements: combining, dividing, converting.
 *
 * <p>Segments may be native or on the heap, at any alignment, of any length that is a whole number
 * of elements; native segments are the fast path. Nothing is kept and nothing is allocated per
 * call. Every method may be called by many threads at once, on memory that they do not share.
 *
 * <p>All implementations give bit-equal results on all machines. Hence a NaN that is computed or
 * converted is always the canonical quiet one ({@code Float.NaN}, rounded to the type), whatever
 * payload the hardware would have kept.
 */
public interface Kernels {
  /** So much is combined and copied at a time where one loop does not do both: it is in a cache. */
  long CACHED_BYTES = 32 << 10;

  /**
   * Sets every element of the target to {@code ((s0 op s1) op s2) op …}, in the order given.
   *
   * <p>The target may be exactly the memory of any one source, but may not overlap a source in
   * part. One source is copied bit by bit. {@code fp16} and {@code bf16} are combined in fp32 and
   * rounded once, at the end, to nearest even. {@code MEAN} is a sum here: {@link #divide} ends it.
   *
   * @throws IllegalArgumentException before anything is written, if the sizes differ or are not a
   *     whole number of elements, if there is no source, or if the target is read-only
   */
  void reduce(
      ElementType type, Reduction reduction, MemorySegment target, MemorySegment... sources);

  /**
   * As {@link #reduce}, and leaves the result in every source: read once and written once.
   *
   * @throws IllegalArgumentException as {@link #reduce}
   */
  default void reduceAll(ElementType type, Reduction reduction, MemorySegment... sources) {
    Operands.checkReduceAll(type, sources);
    long byteCount = sources[0].byteSize();
    for (long start = 0; start < byteCount; start += CACHED_BYTES) {
      long length = Math.min(CACHED_BYTES, byteCount - start);
      var parts = new MemorySegment[sources.length];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = sources[i].asSlice(start, length);
      }
      reduce(type, reduction, parts[0], parts);
      for (int i = 1; i < parts.length; i++) {
        parts[i].copyFrom(parts[0]);
      }
    }
  }

  /**
   * Divides every element by a divisor of at least 1: integers towards zero, {@code fp16} and
   * {@code bf16} in fp32, the divisor first converted to the type of the arithmetic.
   */
  void divide(ElementType type, MemorySegment target, long divisor);

  /**
   * Converts fp32 to {@code fp16} or {@code bf16}, to nearest even, or back. The segments hold the
   * same number of elements and do not overlap.
   */
  void convert(ElementType from, MemorySegment source, ElementType to, MemorySegment target);

  /** The fastest kernels of this JVM: vector ones if it has the module, plain ones otherwise. */
  static Kernels best() {
    return BestKernels.FOUND;
  }

  /** The kernels that need no incubating module. */
  static Kernels plain() {
    return PlainKernels.SHARED;
  }
}
