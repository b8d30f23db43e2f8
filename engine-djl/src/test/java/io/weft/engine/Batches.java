package io.weft.engine;

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
    };
  }
}
