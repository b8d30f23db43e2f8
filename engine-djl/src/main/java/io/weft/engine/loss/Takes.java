package io.weft.engine.loss;

/** Which labels a loss is for, and what it wants predicted of each. */
public enum Takes {
  /** Classes, as INT64: a score per class is predicted for each. */
  CLASSES,

  /** Finite numbers, as FP32: a number is predicted for each. */
  NUMBERS,

  /** Likelihoods from 0 to 1, as FP32: a number is predicted for each. */
  LIKELIHOODS,

  /** Whatever there is: the loss itself says what it does not take. */
  ANYTHING
}
