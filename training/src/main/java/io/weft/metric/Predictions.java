package io.weft.metric;

import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.ValueLayout;

/**
 * What a model gives for the labels of a batch.
 *
 * @param scores label after label, as FP32: one number, or one for each class
 * @param labels classes as INT64, or numbers as FP32
 */
public record Predictions(Tensor scores, Tensor labels) {
  public Predictions {
    if (labels.count() < 1 || scores.count() % labels.count() != 0) {
      throw new IllegalArgumentException(
          "%d scores for %d labels: give as many for each"
              .formatted(scores.count(), labels.count()));
    }
  }

  /** How many labels there are. */
  public int count() {
    return Math.toIntExact(labels.count());
  }

  /** How many scores a label has. */
  public int width() {
    return Math.toIntExact(scores.count() / labels.count());
  }

  public float score(int label, int of) {
    long at = (long) label * width() + of;
    return scores.segment().getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
  }

  /** The class of a label. */
  public int classOf(int label) {
    if (labels.type() != ElementType.INT64) {
      throw new IllegalArgumentException(
          "labels are %s and no classes: choose a metric of numbers, such as mae"
              .formatted(labels.type().label()));
    }
    return Math.toIntExact(labels.segment().getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, label));
  }

  /** A label as a number. */
  public double numberOf(int label) {
    return switch (labels.type()) {
      case INT64 -> labels.segment().getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, label);
      case FP32 -> labels.segment().getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, label);
      case FP64, FP16, BF16, INT8, INT32 ->
          throw new IllegalArgumentException(
              "labels are %s: metrics of numbers take fp32 or int64"
                  .formatted(labels.type().label()));
    };
  }

  /** The class of a label, which has a score. */
  int scored(int label) {
    int own = classOf(label);
    if (own < 0 || own >= width()) {
      throw new IllegalArgumentException(
          "a label is class %d, and the model gives %d scores: it must give one for each class"
              .formatted(own, width()));
    }
    return own;
  }

  /** How many classes have a higher score than that of the label; the first of equals is higher. */
  int placeOf(int label) {
    int own = scored(label);
    float score = score(label, own);
    int place = 0;
    for (int other = 0; other < width(); other++) {
      float rival = score(label, other);
      place += rival > score || (rival == score && other < own) || Float.isNaN(score) ? 1 : 0;
    }
    return place;
  }

  /** The class with the highest score. */
  int predicted(int label) {
    int best = 0;
    for (int other = 1; other < width(); other++) {
      best = score(label, other) > score(label, best) ? other : best;
    }
    return best;
  }
}
