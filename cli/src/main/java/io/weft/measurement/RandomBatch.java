package io.weft.measurement;

import io.weft.data.ArrayShape;
import io.weft.engine.Sample;
import io.weft.model.Batch;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import io.weft.training.Feed;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;

/** The same made-up samples in every step, so that no time goes into data. */
record RandomBatch(Batch batch, double weight) implements Feed {
  /**
   * @param ranks how many ranks have as many samples each
   */
  static RandomBatch of(Sample sample, int samples, int ranks, long seed) {
    var random = new SplittableRandom(seed);
    return new RandomBatch(batch(sample, samples, random), 1.0 / ranks);
  }

  private static Batch batch(Sample sample, int samples, SplittableRandom random) {
    return switch (sample) {
      case Sample.Features(var shape, var classes) -> {
        int each = shape.stream().mapToInt(Math::toIntExact).reduce(1, Math::multiplyExact);
        float[] inputs = new float[Math.multiplyExact(samples, each)];
        for (int at = 0; at < inputs.length; at++) {
          inputs[at] = (float) random.nextGaussian();
        }
        yield new Batch(Tensor.of(inputs), shape, numbers(samples, classes, random), samples);
      }
      case Sample.Tokens(var context, var vocabulary) -> {
        int count = Math.multiplyExact(samples, context);
        var inputs = numbers(count, vocabulary, random);
        var labels = numbers(count, vocabulary, random);
        yield new Batch(inputs, List.of((long) context), labels, samples);
      }
      case Sample.Arrays(var arrays, _) -> {
        var inputs = arrays.inputs().stream().map(it -> array(it, samples, random)).toList();
        yield new Batch(inputs, array(arrays.labels(), samples, random), samples);
      }
    };
  }

  /** Numbers from 0 to 1, or zeros where they are whole, as nobody knows which are allowed. */
  private static Batch.Array array(ArrayShape shape, int samples, SplittableRandom random) {
    int count = Math.toIntExact(Math.multiplyExact(samples, shape.count()));
    var segment = Arena.ofAuto().allocate((long) count * shape.type().byteCount(), Long.BYTES);
    for (int at = 0; shape.type() == ElementType.FP32 && at < count; at++) {
      segment.setAtIndex(ValueLayout.JAVA_FLOAT, at, random.nextFloat());
    }
    return new Batch.Array(new Tensor(segment, shape.type(), count), shape.lengths());
  }

  private static Tensor numbers(int count, int end, SplittableRandom random) {
    return Tensor.of(random.longs(count, 0, end).toArray());
  }

  @Override
  public Portion next(long step, int micro) {
    return new Portion(batch, weight);
  }

  @Override
  public int samplesMost() {
    return batch.samples();
  }
}
