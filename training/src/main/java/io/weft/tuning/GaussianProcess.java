package io.weft.tuning;

/**
 * A belief about a function of one variable after it was seen, with noise, at some points. The
 * prior has mean 0, variance 1 and Matérn's covariance with ν = 5/2.
 *
 * <p>Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, algorithm 2.1.
 */
final class GaussianProcess {
  private final double lengthScale;
  private final double[] points;

  /** L of the Cholesky decomposition K + σ²I = LLᵀ, row by row. */
  private final double[][] lower;

  /** (K + σ²I)⁻¹ y. */
  private final double[] weights;

  /**
   * @param lengthScale the distance over which values have much to do with each other
   * @param noise the standard deviation with which values were seen
   */
  GaussianProcess(double lengthScale, double noise, double[] points, double[] values) {
    this.lengthScale = lengthScale;
    this.points = points.clone();
    this.lower = decomposed(noise * noise);
    this.weights = transposedSolved(solved(values));
  }

  /** What is expected at a point. */
  double mean(double point) {
    double sum = 0;
    for (int i = 0; i < points.length; i++) {
      sum += covariance(point, points[i]) * weights[i];
    }
    return sum;
  }

  /** How uncertain that is: a standard deviation. */
  double deviation(double point) {
    double[] covariances = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      covariances[i] = covariance(point, points[i]);
    }
    double explained = 0;
    for (double value : solved(covariances)) {
      explained += value * value;
    }
    return Math.sqrt(Math.max(0, 1 - explained));
  }

  private double covariance(double a, double b) {
    double distance = Math.sqrt(5) * Math.abs(a - b) / lengthScale;
    return (1 + distance + distance * distance / 3) * Math.exp(-distance);
  }

  private double[][] decomposed(double variance) {
    int count = points.length;
    double[][] result = new double[count][count];
    for (int row = 0; row < count; row++) {
      for (int column = 0; column <= row; column++) {
        double rest = covariance(points[row], points[column]) + (row == column ? variance : 0);
        for (int k = 0; k < column; k++) {
          rest -= result[row][k] * result[column][k];
        }
        result[row][column] = row == column ? Math.sqrt(rest) : rest / result[column][column];
      }
    }
    return result;
  }

  /** x of Lx = y. */
  private double[] solved(double[] right) {
    double[] result = right.clone();
    for (int row = 0; row < result.length; row++) {
      for (int k = 0; k < row; k++) {
        result[row] -= lower[row][k] * result[k];
      }
      result[row] /= lower[row][row];
    }
    return result;
  }

  /** x of Lᵀx = y. */
  private double[] transposedSolved(double[] right) {
    double[] result = right.clone();
    for (int row = result.length - 1; row >= 0; row--) {
      for (int k = row + 1; k < result.length; k++) {
        result[row] -= lower[k][row] * result[k];
      }
      result[row] /= lower[row][row];
    }
    return result;
  }
}
