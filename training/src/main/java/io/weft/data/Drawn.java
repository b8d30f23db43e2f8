package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Some of the samples of a dataset in an order of a seed: parts of that order have no sample in
 * common.
 *
 * @param first the place in the order of the first of them
 * @param samples how many
 */
record Drawn(Dataset whole, long first, long samples, Shuffle order) implements Dataset {
  /** Sets this order apart from those in which samples are learnt. */
  private static final long PURPOSE = 0x686f6c646f7574L;

  Drawn(Dataset whole, long first, long samples, long seed) {
    this(whole, first, samples, order(whole.samples(), seed));
  }

  /** The order of all samples. */
  static Shuffle order(long samples, long seed) {
    return new Shuffle(samples, Mix.of(seed, PURPOSE));
  }

  @Override
  public SampleShape shape() {
    return whole.shape();
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    whole.read(order.at(first + sample), inputs, labels);
  }
}
