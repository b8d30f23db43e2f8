package io.weft.engine;

import java.util.Arrays;

/**
 * A linear map, trained in double arithmetic, sample by sample: what losses are compared with. A
 * row of {@code weights} for each output has its bias last.
 */
record LinearReference(double[][] weights, Slope slope) {
  /** A loss of one sample, from what is predicted. */
  interface Slope {
    /** Adds the derivatives by predictions, and returns the loss. */
    double add(double[] predictions, double[] labels, double[] derivatives);
  }

  /** −log softmax(x)[label]. */
  static double crossEntropy(double[] x, double[] labels, double[] derivatives) {
    double sum = Arrays.stream(x).map(Math::exp).sum();
    int label = (int) labels[0];
    for (int at = 0; at < x.length; at++) {
      derivatives[at] += Math.exp(x[at]) / sum - (at == label ? 1 : 0);
    }
    return Math.log(sum) - x[label];
  }

  static double squared(double[] x, double[] labels, double[] derivatives) {
    double sum = 0;
    for (int at = 0; at < x.length; at++) {
      derivatives[at] += 2 * (x[at] - labels[at]) / x.length;
      sum += (x[at] - labels[at]) * (x[at] - labels[at]) / x.length;
    }
    return sum;
  }

  /** −y·log σ(x) − (1 − y)·log(1 − σ(x)). */
  static double binary(double[] x, double[] labels, double[] derivatives) {
    double sum = 0;
    for (int at = 0; at < x.length; at++) {
      double likelihood = 1 / (1 + Math.exp(-x[at]));
      derivatives[at] += (likelihood - labels[at]) / x.length;
      sum -= labels[at] * Math.log(likelihood) + (1 - labels[at]) * Math.log(1 - likelihood);
    }
    return sum / x.length;
  }

  static double absolute(double[] x, double[] labels, double[] derivatives) {
    double sum = 0;
    for (int at = 0; at < x.length; at++) {
      derivatives[at] += Math.signum(x[at] - labels[at]) / x.length;
      sum += Math.abs(x[at] - labels[at]) / x.length;
    }
    return sum;
  }

  /** Half of the loss. */
  static Slope half(Slope whole) {
    return (x, labels, derivatives) -> {
      double loss = whole.add(x, labels, derivatives) / 2;
      Arrays.setAll(derivatives, at -> derivatives[at] / 2);
      return loss;
    };
  }

  /** The gradient of the mean over samples; the loss is in the last row. */
  double[][] gradient(double[][] inputs, double[][] labels) {
    int outputs = weights.length;
    var gradient = new double[outputs + 1][];
    Arrays.setAll(gradient, row -> new double[row < outputs ? weights[row].length : 1]);
    for (int sample = 0; sample < inputs.length; sample++) {
      var x = inputs[sample];
      var derivatives = new double[outputs];
      double loss = slope.add(predictions(x), labels[sample], derivatives);
      gradient[outputs][0] += loss / inputs.length;
      for (int row = 0; row < outputs; row++) {
        for (int column = 0; column <= x.length; column++) {
          double input = column < x.length ? x[column] : 1;
          gradient[row][column] += derivatives[row] * input / inputs.length;
        }
      }
    }
    return gradient;
  }

  private double[] predictions(double[] x) {
    var sums = new double[weights.length];
    for (int row = 0; row < sums.length; row++) {
      sums[row] = weights[row][x.length];
      for (int column = 0; column < x.length; column++) {
        sums[row] += weights[row][column] * x[column];
      }
    }
    return sums;
  }

  void step(double[][] gradient, double rate) {
    for (int row = 0; row < weights.length; row++) {
      for (int column = 0; column < weights[row].length; column++) {
        weights[row][column] -= rate * gradient[row][column];
      }
    }
  }
}
