package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The same samples with their inputs in another shape of as many numbers: rows of pixels as an
 * image, or an image as one row.
 */
public record Reshaped(Dataset data, List<Long> inputs) implements Dataset {
  public Reshaped {
    inputs = List.copyOf(inputs);
    long given = data.shape().inputCount();
    long taken = inputs.stream().reduce(1L, Math::multiplyExact);
    if (given != taken) {
      throw new DataException(
          "samples of %d numbers do not fill the shape %s".formatted(given, inputs));
    }
  }

  @Override
  public long samples() {
    return data.samples();
  }

  @Override
  public SampleShape shape() {
    return new SampleShape(data.shape().type(), inputs, data.shape().labels());
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
