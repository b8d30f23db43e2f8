package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

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
  }

  /** Tokens from 0 on, at most as many as the context; for each of them the token that follows. */
  record Tokens(int context, int vocabulary) implements Sample {}

  /** Refuses a batch of other samples. */
  default void check(Batch batch) {
    switch (this) {
      case Features(var shape, var classes) -> {
        demand(batch.inputs().type() == ElementType.FP32, "inputs", batch.inputs().type(), "fp32");
        demand(batch.inputShape().equals(shape), "input shape", batch.inputShape(), shape);
        demand(batch.labels().count() == batch.samples(), "labels", batch.labels().count(), "one");
        checkRange("label", batch.labels(), classes);
      }
      case Tokens(var context, var vocabulary) -> {
        var shape = batch.inputShape();
        boolean fits = shape.size() == 1 && shape.getFirst() <= context;
        demand(fits, "input shape", shape, "[1 to " + context + "]");
        demand(batch.labels().count() == batch.inputs().count(), "labels", "other", "one a token");
        checkRange("token", batch.inputs(), vocabulary);
        checkRange("label", batch.labels(), vocabulary);
      }
    }
  }

  private static void demand(boolean holds, String what, Object found, Object allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          "the batch has %s %s and this model takes %s".formatted(what, found, allowed));
    }
  }

  private static void checkRange(String what, Tensor numbers, int end) {
    demand(numbers.type() == ElementType.INT64, what + "s of type", numbers.type(), "int64");
    for (long at = 0; at < numbers.count(); at++) {
      long number = numbers.segment().getAtIndex(JAVA_LONG_UNALIGNED, at);
      demand(number >= 0 && number < end, what, number, "0 to " + (end - 1));
    }
  }
}
