package io.weft.engine;

import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;

/**
 * Whether what the last stage gives is what the loss of a network wants.
 *
 * @param network its name
 * @param labels of some samples
 */
record LossTrial(String network, Sample sample, PtNDArray labels) {
  /** Finds out before training, by trying. */
  void check(PtNDArray output) {
    checkShape(output);
    tryOut(output);
  }

  void checkShape(PtNDArray output) {
    var shape = output.getShape();
    long count = labels.size();
    switch (sample.loss().takes()) {
      case CLASSES -> {
        int classes = sample.arrays().classes().orElseThrow();
        // More scores than classes are of those that these samples do not have.
        long scores = shape.dimension() == 0 ? 0 : shape.get(shape.dimension() - 1);
        boolean fits = scores >= classes && shape.size() == count * scores;
        demand(fits, output, "at least %d scores".formatted(classes));
      }
      case NUMBERS, LIKELIHOODS -> demand(shape.size() == count, output, "one number");
      case ANYTHING -> {}
    }
  }

  private void demand(boolean fits, PtNDArray output, String wanted) {
    if (!fits) {
      throw new IllegalArgumentException(
          "the last stage of %s gives %s for %d labels: it must give %s for each"
              .formatted(network, output.getShape(), labels.size(), wanted));
    }
  }

  private void tryOut(PtNDArray output) {
    JniUtils.setGradMode(true);
    try {
      var predictions = JniUtils.detachGradient(output);
      predictions.attach(output.getManager());
      predictions.setRequiresGradient(true);
      var found = (PtNDArray) found(predictions);
      boolean fits = found.getShape().isScalar() && found.getDataType() == DataType.FLOAT32;
      if (!fits || !hasGradient(found, predictions)) {
        throw new IllegalArgumentException(
            "the loss %s of %s gives %s of shape %s: it must give one number, as float32, that is"
                    .formatted(sample.loss().name(), network, found.getDataType(), found.getShape())
                + " computed from the predictions");
      }
    } finally {
      JniUtils.setGradMode(false);
    }
  }

  /** Whether the loss is computed from the predictions by what has a gradient. */
  private static boolean hasGradient(PtNDArray loss, PtNDArray predictions) {
    try {
      JniUtils.backward(loss, MicroStep.seed(loss, 1), false, false);
      return JniUtils.getGradient(predictions) != null;
    } catch (EngineException _) {
      return false;
    }
  }

  private NDArray found(PtNDArray predictions) {
    try {
      return sample.loss().of(predictions, labels);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "the loss %s of %s does not take predictions of shape %s with labels of shape %s: %s"
              .formatted(
                  sample.loss().name(),
                  network,
                  predictions.getShape(),
                  labels.getShape(),
                  reason(e)),
          e);
    }
  }

  /** What somebody else complains of, in a line. */
  static String reason(RuntimeException e) {
    return String.valueOf(e.getMessage()).strip().lines().reduce("", (_, last) -> last);
  }
}
