package io.weft.engine.zoo;

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
    long count = shape.inputs().stream().reduce(1L, Math::multiplyExact);
    return new SampleShape(shape.type(), List.of(count), shape.labels());
  }

  @Override
  public int classes() {
    return data.classes();
  }

  @Override
  public void read(long sample, MemorySegment input, MemorySegment labels) {
    data.read(sample, input, labels);
  }
}
