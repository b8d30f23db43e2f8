package io.weft.engine.loss;

import ai.djl.ndarray.NDArray;
import java.util.function.BinaryOperator;

/**
 * How far predictions are from labels. Write your own by {@link #own}:
 *
 * <pre>{@code
 * Loss.own("mean absolute error", (predictions, labels) -> predictions.sub(labels).abs().mean())
 * }</pre>
 */
public interface Loss {
  /** As in {@code cross-entropy}. */
  String name();

  /** Which labels it is for. */
  Takes takes();

  /**
   * One number, as an array of FP32 with a gradient: the mean over the samples.
   *
   * @param predictions what the last stage gives
   * @param labels as the data has them; the first dimension are the samples
   */
  NDArray of(NDArray predictions, NDArray labels);

  /** The mean over labels of −log softmax(scores)[label]. */
  static Loss crossEntropy() {
    return new CrossEntropy();
  }

  /** The mean over labels of (prediction − label)². */
  static Loss meanSquaredError() {
    return new MeanSquaredError();
  }

  /**
   * The mean over labels y of −y·log σ(x) − (1 − y)·log(1 − σ(x)), with what is predicted as x and
   * the logistic function as σ.
   */
  static Loss binaryCrossEntropy() {
    return new BinaryCrossEntropy();
  }

  /**
   * A loss of one's own, of whatever labels there are.
   *
   * @param function as {@link #of}, computed by operations of arrays
   */
  static Loss own(String name, BinaryOperator<NDArray> function) {
    return own(name, Takes.ANYTHING, function);
  }

  /** The same, of such labels only. */
  static Loss own(String name, Takes takes, BinaryOperator<NDArray> function) {
    return new OwnLoss(name, takes, function);
  }
}
