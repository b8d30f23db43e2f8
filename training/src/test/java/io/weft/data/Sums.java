package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalInt;

/** Samples of two numbers and a whole number, of which the labels are their sums. */
record Sums(long samples) implements Dataset {
  @Override
  public SampleShape shape() {
    var inputs = List.of(ArrayShape.numbers(List.of(2L)), ArrayShape.wholeNumbers(List.<Long>of()));
    return new SampleShape(inputs, ArrayShape.numbers(List.of(2L)), OptionalInt.empty());
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    inputs.getLast().set(ValueLayout.JAVA_LONG, 0, sample);
    for (int at = 0; at < 2; at++) {
      float number = at + 0.5f;
      inputs.getFirst().setAtIndex(ValueLayout.JAVA_FLOAT, at, number);
      labels.setAtIndex(ValueLayout.JAVA_FLOAT, at, number + sample);
    }
  }
}
