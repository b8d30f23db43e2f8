package io.weft.collective.program;

import io.weft.tensor.ElementType;
import java.lang.foreign.MemorySegment;

/**
 * How contributions that meet become one. A value with a name, so that programs can be compared and
 * printed. It must be commutative bit for bit in its first two arguments; it need not be
 * associative.
 */
public interface Operator {
  String name();

  /**
   * Folds the sources, left to right, into {@code target}, which may be the memory of one of them.
   * All have the same size.
   */
  void combine(ElementType type, MemorySegment target, MemorySegment[] sources);

  /** As {@link #combine}, into every one of the sources. */
  void combineInAll(ElementType type, MemorySegment[] sources);
}
