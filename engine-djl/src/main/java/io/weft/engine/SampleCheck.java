package io.weft.engine;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.weft.data.ArrayShape;
import io.weft.data.SampleShape;
import io.weft.engine.loss.Loss;
import io.weft.engine.loss.Takes;
import io.weft.model.Batch;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;

/** Whether samples, and their labels, are what a network learns from. */
final class SampleCheck {
  private SampleCheck() {}

  /** Refuses types that the engine does not have. */
  static void types(SampleShape sample) {
    sample.inputs().forEach(input -> Torch.type(input.type()));
    var _ = Torch.type(sample.labels().type());
  }

  /** Refuses labels that a loss does not take. */
  static void labels(Loss loss, SampleShape sample) {
    boolean classes = sample.classes().isPresent();
    boolean numbers = !classes && sample.labels().type() == ElementType.FP32;
    switch (loss.takes()) {
      case CLASSES -> demand(classes, loss, sample, "classes", "mean-squared-error");
      case NUMBERS -> demand(numbers, loss, sample, "numbers as fp32", "cross-entropy");
      case LIKELIHOODS ->
          demand(numbers, loss, sample, "numbers from 0 to 1 as fp32", "cross-entropy");
      case ANYTHING -> {}
    }
  }

  private static void demand(
      boolean holds, Loss loss, SampleShape sample, String wanted, String other) {
    if (!holds) {
      throw new IllegalArgumentException(
          "labels are %s, and the loss %s takes %s: give such labels, or another loss, as %s"
              .formatted(said(sample), loss.name(), wanted, other));
    }
  }

  private static String said(SampleShape sample) {
    var labels = sample.labels();
    return sample.classes().isPresent()
        ? "%s of %d classes".formatted(labels, sample.classes().getAsInt())
        : labels.toString();
  }

  /** How many classes there are. */
  static int classes(SampleShape sample) {
    labels(Loss.crossEntropy(), sample);
    return sample.classes().orElseThrow();
  }

  /** Refuses a batch of other samples. */
  static void batch(Sample sample, Batch batch) {
    var arrays = sample.arrays();
    int inputs = arrays.inputs().size();
    demand(batch.inputs().size() == inputs, "a number of inputs of", batch.inputs().size(), inputs);
    for (int at = 0; at < inputs; at++) {
      type("inputs", batch.inputs().get(at).tensor(), arrays.inputs().get(at).type());
    }
    switch (sample) {
      case Sample.Features _ -> {
        same("samples", batch.input(), arrays.input());
        count(batch, batch.samples());
      }
      case Sample.Tokens(var context, var vocabulary) -> {
        var lengths = batch.input().lengths();
        boolean fits = lengths.size() == 1 && lengths.getFirst() <= context;
        demand(fits, "samples of shape", lengths, "[1] to [" + context + "]");
        range("token", batch.input().tensor(), vocabulary);
        count(batch, batch.input().tensor().count());
      }
      case Sample.Arrays _ -> {
        for (int at = 0; at < inputs; at++) {
          same("samples", batch.inputs().get(at), arrays.inputs().get(at));
        }
        same("labels", batch.labels(), arrays.labels());
      }
    }
    labels(sample.loss().takes(), arrays, batch.labels().tensor());
  }

  private static void same(String what, Batch.Array found, ArrayShape wanted) {
    type(what, found.tensor(), wanted.type());
    boolean same = found.lengths().equals(wanted.lengths());
    demand(same, what + " of shape", found.lengths(), wanted.lengths());
  }

  private static void count(Batch batch, long labels) {
    long found = batch.labels().tensor().count();
    demand(found == labels, "a number of labels of", found, labels);
  }

  private static void labels(Takes takes, SampleShape arrays, Tensor labels) {
    switch (takes) {
      case CLASSES -> range("label", labels, arrays.classes().orElseThrow());
      case NUMBERS -> numbers(labels, -Float.MAX_VALUE, Float.MAX_VALUE, "finite numbers");
      case LIKELIHOODS -> numbers(labels, 0, 1, "0 to 1");
      case ANYTHING -> arrays.classes().ifPresent(end -> range("label", labels, end));
    }
  }

  private static void range(String what, Tensor numbers, int end) {
    type(what + "s", numbers, ElementType.INT64);
    for (long at = 0; at < numbers.count(); at++) {
      long number = numbers.segment().getAtIndex(JAVA_LONG_UNALIGNED, at);
      demand(number >= 0 && number < end, "the " + what, number, "0 to " + (end - 1));
    }
  }

  private static void numbers(Tensor labels, float least, float most, String allowed) {
    for (long at = 0; at < labels.count(); at++) {
      float number = labels.segment().getAtIndex(JAVA_FLOAT_UNALIGNED, at);
      demand(number >= least && number <= most, "the label", number, allowed);
    }
  }

  private static void type(String what, Tensor numbers, ElementType type) {
    demand(numbers.type() == type, what + " of type", numbers.type().label(), type.label());
  }

  private static void demand(boolean holds, String what, Object found, Object allowed) {
    if (!holds) {
      throw new IllegalArgumentException(
          "the batch has %s %s and this model takes %s".formatted(what, found, allowed));
    }
  }
}
