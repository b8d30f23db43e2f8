package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The same samples with their inputs in another shape of as many numbers: rows of pixels as an
 * image, or an image as one row.
 */
public record Reshaped(Dataset data, List<Long> lengths) implements Dataset {
  public Reshaped {
    lengths = List.copyOf(lengths);
    long given = data.shape().input().count();
    long taken = lengths.stream().reduce(1L, Math::multiplyExact);
    if (given != taken) {
      throw new DataException(
          "samples of %d numbers do not fill the shape %s".formatted(given, lengths));
    }
  }

  @Override
  public long samples() {
    return data.samples();
  }

  @Override
  public SampleShape shape() {
    var shape = data.shape();
    return shape.withInput(new ArrayShape(shape.input().type(), lengths));
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    data.read(sample, inputs, labels);
  }
}
