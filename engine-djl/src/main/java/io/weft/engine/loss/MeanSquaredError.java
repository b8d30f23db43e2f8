package io.weft.engine.loss;

import ai.djl.ndarray.NDArray;

/** Of one number for each label. */
record MeanSquaredError() implements Loss {
  @Override
  public String name() {
    return "mean-squared-error";
  }

  @Override
  public Takes takes() {
    return Takes.NUMBERS;
  }

  @Override
  public NDArray of(NDArray predictions, NDArray labels) {
    return predictions.sub(labels.reshape(predictions.getShape())).square().mean();
  }
}
