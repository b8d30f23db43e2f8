package io.weft.engine;

import io.weft.data.ArrayShape;
import io.weft.model.Batch;
import io.weft.tensor.Tensor;
import java.util.List;
import java.util.SplittableRandom;

/** Random samples that a network takes. */
final class Batches {
  private Batches() {}

  static Batch random(Sample sample, int samples, long seed) {
    var random = new SplittableRandom(seed);
    return switch (sample) {
      case Sample.Features(var shape, var classes) -> {
        long each = shape.stream().reduce(1L, Math::multiplyExact);
        var inputs = new float[Math.toIntExact(samples * each)];
        for (int i = 0; i < inputs.length; i++) {
          inputs[i] = (float) random.nextGaussian();
        }
        var labels = random.longs(samples, 0, classes).toArray();
        yield new Batch(Tensor.of(inputs), shape, Tensor.of(labels), samples);
      }
      case Sample.Tokens(var context, var vocabulary) -> {
        var inputs = random.longs((long) samples * context, 0, vocabulary).toArray();
        var labels = random.longs((long) samples * context, 0, vocabulary).toArray();
        yield new Batch(Tensor.of(inputs), List.of((long) context), Tensor.of(labels), samples);
      }
      case Sample.Arrays(var arrays, _) -> {
        var inputs = arrays.inputs().stream().map(it -> array(it, samples, random)).toList();
        yield new Batch(inputs, array(arrays.labels(), samples, random), samples);
      }
    };
  }

  /** Numbers from 0 to 1. */
  private static Batch.Array array(ArrayShape shape, int samples, SplittableRandom random) {
    var numbers = new float[Math.toIntExact(samples * shape.count())];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextFloat();
    }
    return new Batch.Array(Tensor.of(numbers), shape.lengths());
  }
}
