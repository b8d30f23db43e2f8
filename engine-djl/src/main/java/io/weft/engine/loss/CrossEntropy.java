package io.weft.engine.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;

/** Of one class for each label, from scores of which softmax makes likelihoods. */
record CrossEntropy() implements Loss {
  @Override
  public String name() {
    return "cross-entropy";
  }

  @Override
  public Takes takes() {
    return Takes.CLASSES;
  }

  @Override
  public NDArray of(NDArray predictions, NDArray labels) {
    var scores = (PtNDArray) predictions;
    long classes = scores.getShape().get(scores.getShape().dimension() - 1);
    var rows = JniUtils.reshape(scores, new long[] {-1, classes});
    var likelihoods = JniUtils.logSoftmax(rows, 1, DataType.FLOAT32);
    var column = JniUtils.reshape((PtNDArray) labels, new long[] {-1, 1});
    return JniUtils.neg(JniUtils.mean(JniUtils.gather(likelihoods, column, 1)));
  }
}
