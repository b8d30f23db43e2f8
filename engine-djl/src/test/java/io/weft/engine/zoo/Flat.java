package io.weft.engine.zoo;

import io.weft.data.ArrayShape;
import io.weft.data.Dataset;
import io.weft.data.SampleShape;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Data whose samples are taken as rows of numbers. */
record Flat(Dataset data) implements Dataset {
  @Override
  public long samples() {
    return data.samples();
  }

  @Override
  public SampleShape shape() {
    var shape = data.shape();
    return shape.withInput(ArrayShape.numbers(List.of(shape.input().count())));
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    data.read(sample, inputs, labels);
  }
}
