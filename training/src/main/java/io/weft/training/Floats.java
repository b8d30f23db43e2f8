package io.weft.training;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A loop over 32-bit floats. */
final class Floats {
  private Floats() {}

  static void scale(MemorySegment floats, float by) {
    if (by == 1) {
      return;
    }
    for (long at = 0; at < floats.byteSize(); at += Float.BYTES) {
      floats.set(ValueLayout.JAVA_FLOAT, at, floats.get(ValueLayout.JAVA_FLOAT, at) * by);
    }
  }
}
