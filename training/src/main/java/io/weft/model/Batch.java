package io.weft.model;

import io.weft.tensor.Tensor;
import java.util.List;

/**
 * Samples with what is to be learnt of them.
 *
 * @param inputs images as FP32 or tokens as INT64, sample after sample
 * @param inputShape of one sample
 * @param labels as INT64: a class per sample, or per token
 * @param samples how many; the first dimension of inputs and labels
 */
public record Batch(Tensor inputs, List<Long> inputShape, Tensor labels, int samples) {
  public Batch {
    inputShape = List.copyOf(inputShape);
    long each = inputShape.stream().reduce(1L, Math::multiplyExact);
    if (samples < 1
        || inputs.count() != Math.multiplyExact(samples, each)
        || labels.count() < samples
        || labels.count() % samples != 0) {
      throw new IllegalArgumentException(
          "a batch of %d samples of %s elements has %d inputs and %d labels: they do not fit"
              .formatted(samples, inputShape, inputs.count(), labels.count()));
    }
  }
}
