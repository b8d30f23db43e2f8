package io.weft.engine.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;

/**
 * Of one number x for each label y, of which the logistic function σ makes a likelihood: y·s(−x) +
 * (1 − y)·s(x), where s is softplus and −log σ(x) = s(−x). Unlike max(x, 0) − x·y + s(−|x|), as DJL
 * has it, it has the gradient σ(x) − y at x = 0, too, where weights of zeros begin.
 */
record BinaryCrossEntropy() implements Loss {
  @Override
  public String name() {
    return "binary-cross-entropy";
  }

  @Override
  public Takes takes() {
    return Takes.LIKELIHOODS;
  }

  @Override
  public NDArray of(NDArray predictions, NDArray labels) {
    var likelihoods = labels.reshape(predictions.getShape());
    var ifSo = Activation.softPlus(predictions.neg()).mul(likelihoods);
    var ifNot = Activation.softPlus(predictions).mul(likelihoods.neg().add(1));
    return ifSo.add(ifNot).mean();
  }
}
