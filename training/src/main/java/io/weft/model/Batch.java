package io.weft.model;

import io.weft.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples with what is to be learnt of them.
 *
 * @param inputs at least one; such as images as FP32 or tokens as INT64
 * @param labels such as classes as INT64 or numbers as FP32
 * @param samples how many
 */
public record Batch(List<Array> inputs, Array labels, int samples) {
  /**
   * An array of each sample, sample after sample.
   *
   * @param lengths of that of one sample
   */
  public record Array(Tensor tensor, List<Long> lengths) {
    public Array {
      lengths = List.copyOf(lengths);
    }

    /** How many elements a sample has. */
    long each() {
      return lengths.stream().reduce(1L, Math::multiplyExact);
    }

    /** With the number of samples as its first length. */
    public List<Long> shape(int samples) {
      var shape = new ArrayList<>(List.of((long) samples));
      shape.addAll(lengths);
      return shape;
    }
  }

  public Batch {
    inputs = List.copyOf(inputs);
    if (samples < 1 || inputs.isEmpty()) {
      throw new IllegalArgumentException(
          "a batch of %d samples with %d inputs: give at least one of each"
              .formatted(samples, inputs.size()));
    }
    for (var input : inputs) {
      check("inputs", input, samples);
    }
    check("labels", labels, samples);
  }

  private static void check(String what, Array array, int samples) {
    if (array.tensor().count() != Math.multiplyExact(samples, array.each())) {
      throw new IllegalArgumentException(
          "a batch of %d samples with %s of shape %s has %d of them: they do not fit"
              .formatted(samples, what, array.lengths(), array.tensor().count()));
    }
  }

  /** With one input, and as many labels for each sample as there are. */
  public Batch(Tensor inputs, List<Long> inputLengths, Tensor labels, int samples) {
    this(List.of(new Array(inputs, inputLengths)), labels(labels, samples), samples);
  }

  private static Array labels(Tensor labels, int samples) {
    boolean one = labels.count() <= samples;
    return new Array(labels, one ? List.of() : List.of(labels.count() / Math.max(1, samples)));
  }

  /** The only input. */
  public Array input() {
    if (inputs.size() != 1) {
      throw new IllegalStateException(
          "samples have %d inputs, and one is taken".formatted(inputs.size()));
    }
    return inputs.getFirst();
  }
}
