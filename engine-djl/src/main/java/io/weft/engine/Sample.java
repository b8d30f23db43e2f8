package io.weft.engine;

import io.weft.data.ArrayShape;
import io.weft.data.Dataset;
import io.weft.data.SampleShape;
import io.weft.engine.loss.Loss;
import io.weft.model.Batch;
import io.weft.tensor.ElementType;
import java.util.List;
import java.util.OptionalInt;

/** What one sample of a network is, and what is learnt of it. */
public sealed interface Sample {
  /** The arrays of a sample, at their largest. */
  SampleShape arrays();

  /** What training makes small. */
  Loss loss();

  /** Whatever arrays data has, and a loss that takes its labels. */
  record Arrays(SampleShape arrays, Loss loss) implements Sample {
    /**
     * Checks what can be checked before there are samples.
     *
     * @throws IllegalArgumentException if the loss does not take such labels
     */
    public Arrays {
      SampleCheck.types(arrays);
      SampleCheck.labels(loss, arrays);
    }
  }

  /** Numbers of some shape, such as an image, and a class from 0 on. */
  record Features(List<Long> shape, int classes) implements Sample {
    public Features {
      shape = List.copyOf(shape);
    }

    /** Those of data with one array of numbers and one class a sample. */
    public static Features of(Dataset data) {
      var shape = data.shape();
      return new Features(shape.input().lengths(), SampleCheck.classes(shape));
    }

    @Override
    public SampleShape arrays() {
      return SampleShape.ofClass(ArrayShape.numbers(shape), classes);
    }

    @Override
    public Loss loss() {
      return Loss.crossEntropy();
    }
  }

  /** Tokens from 0 on, at most as many as the context; for each of them the token that follows. */
  record Tokens(int context, int vocabulary) implements Sample {
    /** Those of data with one row of tokens, and a label for each. */
    public static Tokens of(Dataset data) {
      var shape = data.shape();
      return new Tokens(Math.toIntExact(shape.input().count()), SampleCheck.classes(shape));
    }

    @Override
    public SampleShape arrays() {
      var tokens = ArrayShape.wholeNumbers(List.of((long) context));
      return new SampleShape(List.of(tokens), tokens, OptionalInt.of(vocabulary));
    }

    @Override
    public Loss loss() {
      return Loss.crossEntropy();
    }
  }

  /** That of data with classes, which are learnt by cross entropy. */
  static Sample of(Dataset data) {
    return of(data, Loss.crossEntropy());
  }

  /** That of data whose labels are learnt so. */
  static Sample of(Dataset data, Loss loss) {
    return new Arrays(data.shape(), loss);
  }

  /** The most vectors that a layer makes of one sample: one, or one for each token. */
  default long rowsMost() {
    return switch (this) {
      case Features _ -> 1;
      case Tokens(var context, _) -> context;
      case Arrays(var arrays, _) ->
          arrays.inputs().stream().mapToLong(Sample::rowsMost).max().orElseThrow();
    };
  }

  private static long rowsMost(ArrayShape input) {
    boolean vector = input.type() == ElementType.FP32 && input.lengths().size() < 2;
    return vector ? 1 : input.count();
  }

  /** Refuses a batch of other samples. */
  default void check(Batch batch) {
    SampleCheck.batch(this, batch);
  }
}
