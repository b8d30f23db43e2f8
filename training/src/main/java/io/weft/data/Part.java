package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Some of the samples of a dataset, such as those that are kept for validation.
 *
 * @param first the number of the first of them in the whole
 * @param samples how many
 */
public record Part(Dataset whole, long first, long samples) implements Dataset {
  public Part {
    if (first < 0 || samples < 1 || samples > whole.samples() - first) {
      throw new DataException(
          "%d samples from sample %d on: the data has %d"
              .formatted(samples, first, whole.samples()));
    }
  }

  @Override
  public SampleShape shape() {
    return whole.shape();
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    whole.read(first + sample, inputs, labels);
  }
}
