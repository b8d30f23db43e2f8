package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.weft.data.Dataset;
import io.weft.data.SampleShape;
import io.weft.model.Batch;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.util.List;

/** What one sample of a network is, and what is learnt of it. */
public sealed interface Sample {
  /** Numbers of some shape, such as an image, and a class from 0 on. */
  record Features(List<Long> shape, int classes) implements Sample {
    public Features {
      shape = List.copyOf(shape);
    }

    /** Those of data with one array of numbers and one class a sample. */
    public static Features of(Dataset data) {
      var shape = data.shape();
      return new Features(shape.input().lengths(), classesOf(shape));
    }
  }

  /** Tokens from 0 on, at most as many as the context; for each of them the token that follows. */
  record Tokens(int context, int vocabulary) implements Sample {
    /** Those of data with one row of tokens, and a label for each. */
    public static Tokens of(Dataset data) {
      var shape = data.shape();
      return new Tokens(Math.toIntExact(shape.input().count()), classesOf(shape));
    }
  }

  private static int classesOf(SampleShape shape) {
    return shape
        .classes()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "labels are %s and no classes: give data with classes"
                        .formatted(shape.labels())));
  }

  /** The most vectors that a layer makes of one sample: one, or one for each token. */
  default int rowsMost() {
    return switch (this) {
      case Features _ -> 1;
      case Tokens(var context, _) -> context;
    };
  }

  /** Refuses a batch of other samples. */
  default void check(Batch batch) {
    switch (this) {
      case Features(var shape, var classes) -> {
        checkType("inputs", batch.input().tensor(), ElementType.FP32);
        var found = batch.input().lengths();
        demand(found.equals(shape), "samples of shape", found, shape);
        checkLabels(batch, batch.samples(), classes);
      }
      case Tokens(var context, var vocabulary) -> {
        var shape = batch.input().lengths();
        boolean fits = shape.size() == 1 && shape.getFirst() <= context;
        demand(fits, "samples of shape", shape, "[1] to [" + context + "]");
        checkRange("token", batch.input().tensor(), vocabulary);
        checkLabels(batch, batch.input().tensor().count(), vocabulary);
      }
    }
  }

  private static void checkLabels(Batch batch, long count, int classes) {
    var labels = batch.labels().tensor();
    demand(labels.count() == count, "a number of labels of", labels.count(), count);
    checkRange("label", labels, classes);
  }

  private static void checkType(String what, Tensor numbers, ElementType type) {
    demand(numbers.type() == type, what + " of type", numbers.type().label(), type.label());
  }

  private static void demand(boolean holds, String what, Object found, Object allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          "the batch has %s %s and this model takes %s".formatted(what, found, allowed));
    }
  }

  private static void checkRange(String what, Tensor numbers, int end) {
    checkType(what + "s", numbers, ElementType.INT64);
    for (long at = 0; at < numbers.count(); at++) {
      long number = numbers.segment().getAtIndex(JAVA_LONG_UNALIGNED, at);
      demand(number >= 0 && number < end, "the " + what, number, "0 to " + (end - 1));
    }
  }
}
