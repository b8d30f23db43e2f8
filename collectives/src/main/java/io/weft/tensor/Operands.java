package io.weft.tensor;

import java.lang.foreign.MemorySegment;

/** The checks that all kernels make before they touch memory. */
final class Operands {
  private Operands() {}

  static void checkReduce(ElementType type, MemorySegment target, MemorySegment[] sources) {
    checkTarget(type, target);
    if (sources.length == 0) {
      throw new IllegalArgumentException("a reduction of no sources has no value: give at least 1");
    }
    for (int i = 0; i < sources.length; i++) {
      if (sources[i].byteSize() != target.byteSize()) {
        throw new IllegalArgumentException(
            "source %d has %d bytes and the target %d: a reduction needs equal sizes, slice them"
                .formatted(i, sources[i].byteSize(), target.byteSize()));
      }
    }
  }

  /** Each is written to. */
  static void checkReduceAll(ElementType type, MemorySegment[] sources) {
    for (var source : sources) {
      checkTarget(type, source);
    }
    checkReduce(type, sources.length == 0 ? MemorySegment.NULL : sources[0], sources);
  }

  static void checkDivide(ElementType type, MemorySegment target, long divisor) {
    checkTarget(type, target);
    if (divisor < 1) {
      throw new IllegalArgumentException(
          "divisor=%d: a mean is over at least 1 contribution".formatted(divisor));
    }
  }

  static void checkConvert(
      ElementType from, MemorySegment source, ElementType to, MemorySegment target) {
    if (!(from == ElementType.FP32 && isHalf(to)) && !(isHalf(from) && to == ElementType.FP32)) {
      throw new IllegalArgumentException(
          ("%s cannot be converted to %s: conversions are between fp32 and fp16 or bf16,"
                  + " go through fp32")
              .formatted(from.label(), to.label()));
    }
    checkWhole(from, source);
    checkTarget(to, target);
    long sourceCount = source.byteSize() / from.byteCount();
    long targetCount = target.byteSize() / to.byteCount();
    if (sourceCount != targetCount) {
      throw new IllegalArgumentException(
          "the source holds %d %s elements and the target %d of %s: slice them to equal counts"
              .formatted(sourceCount, from.label(), targetCount, to.label()));
    }
  }

  /** The first is written to, and so are some of the others. */
  static void checkUpdate(MemorySegment first, MemorySegment... others) {
    checkTarget(ElementType.FP32, first);
    for (var other : others) {
      if (other.byteSize() != first.byteSize()) {
        throw new IllegalArgumentException(
            "an update of %d bytes by segments of %d: slice them to equal sizes"
                .formatted(first.byteSize(), other.byteSize()));
      }
    }
  }

  private static void checkTarget(ElementType type, MemorySegment target) {
    checkWhole(type, target);
    if (target.isReadOnly()) {
      throw new IllegalArgumentException(
          "the target of %d bytes is read-only: results are written to it, give a writable segment"
              .formatted(target.byteSize()));
    }
  }

  private static void checkWhole(ElementType type, MemorySegment segment) {
    if (segment.byteSize() % type.byteCount() != 0) {
      throw new IllegalArgumentException(
          "a segment of %d bytes is not a whole number of %s elements of %d bytes: slice it first"
              .formatted(segment.byteSize(), type.label(), type.byteCount()));
    }
  }

  private static boolean isHalf(ElementType type) {
    return type == ElementType.FP16 || type == ElementType.BF16;
  }
}
