package io.weft.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Data of which a share has labels at random, each class as likely as any other. No network gets
 * the loss on samples that it has not seen below what that share costs, so that losses of several
 * can be compared where all of them learn the rest.
 *
 * @param share of the samples, from 0 to 1
 * @param seed decides which, and what their labels are
 */
public record NoisyLabels(Dataset data, double share, long seed) implements Dataset {
  public NoisyLabels {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("label noise of %s: give 0 to 1".formatted(share));
    }
    if (!data.shape().hasOneClass()) {
      throw new DataException(
          "labels at random are for samples of one class each, not for text or numbers:"
              + " leave out --label-noise");
    }
  }

  @Override
  public long samples() {
    return data.samples();
  }

  @Override
  public SampleShape shape() {
    return data.shape();
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
    data.read(sample, inputs, labels);
    long chance = Mix.of(seed, ~sample);
    if (Mix.unit(chance) < share) {
      long label = Long.remainderUnsigned(Mix.of(chance, 1), data.shape().classes().orElseThrow());
      labels.setAtIndex(ValueLayout.JAVA_LONG, 0, label);
    }
  }
}
