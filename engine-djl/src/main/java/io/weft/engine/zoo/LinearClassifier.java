package io.weft.engine.zoo;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.weft.model.Batch;

/** A linear map of one number to classes: its mean cross entropy on a batch, and the gradients. */
final class LinearClassifier {
  private final double[] scaleGradients;
  private final double[] biasGradients;
  private double loss;

  private LinearClassifier(int classes) {
    this.scaleGradients = new double[classes];
    this.biasGradients = new double[classes];
  }

  /** Of each sample x the scores are scales·(x + shift) + biases. */
  static LinearClassifier of(Batch batch, float shift, float[] scales, float[] biases) {
    var found = new LinearClassifier(scales.length);
    for (int sample = 0; sample < batch.samples(); sample++) {
      double x = batch.input().tensor().segment().getAtIndex(JAVA_FLOAT_UNALIGNED, sample) + shift;
      int label = (int) batch.labels().tensor().segment().getAtIndex(JAVA_LONG_UNALIGNED, sample);
      found.add(x, label, softmax(x, scales, biases), batch.samples());
    }
    return found;
  }

  private void add(double x, int label, double[] likelihoods, int samples) {
    loss -= Math.log(likelihoods[label]) / samples;
    for (int at = 0; at < likelihoods.length; at++) {
      double error = (likelihoods[at] - (at == label ? 1 : 0)) / samples;
      scaleGradients[at] += error * x;
      biasGradients[at] += error;
    }
  }

  double loss() {
    return loss;
  }

  double[] scaleGradients() {
    return scaleGradients;
  }

  double[] biasGradients() {
    return biasGradients;
  }

  private static double[] softmax(double x, float[] scales, float[] biases) {
    var scores = new double[scales.length];
    double highest = Double.NEGATIVE_INFINITY;
    for (int at = 0; at < scores.length; at++) {
      scores[at] = scales[at] * x + biases[at];
      highest = Math.max(highest, scores[at]);
    }
    double sum = 0;
    for (int at = 0; at < scores.length; at++) {
      scores[at] = Math.exp(scores[at] - highest);
      sum += scores[at];
    }
    for (int at = 0; at < scores.length; at++) {
      scores[at] /= sum;
    }
    return scores;
  }
}
