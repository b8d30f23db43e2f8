package io.weft.compression.lowrank;

import java.util.Arrays;

/**
 * A matrix as a sum of products of two vectors each, of which all right ones are orthonormal: M = A
 * Vᵀ, by rotating columns in pairs until they are orthogonal (Hestenes, Inversion of Matrices by
 * Biorthogonalization and Related Results, 1958). It holds after every rotation, however many more
 * would be needed.
 */
final class Atoms {
  private static final int SWEEPS_MAX = 12;

  /** Cosine of an angle that counts as right: what travels has 24 bits. */
  private static final double NEGLIGIBLE = 1e-8;

  private final double[][] left;
  private final double[][] right;

  /**
   * Squared lengths of the columns. A rotation tells how they change, which spares two of three
   * dots.
   */
  private final double[] squares;

  /** Of a matrix of so many columns, which are of a length. */
  Atoms(int columns, int length) {
    this.left = new double[columns][length];
    this.right = new double[columns][columns];
    this.squares = new double[columns];
  }

  /** The columns, to be filled in before they are made orthogonal. */
  double[][] left() {
    return left;
  }

  double[][] right() {
    return right;
  }

  void orthogonalise() {
    for (int k = 0; k < right.length; k++) {
      Arrays.fill(right[k], 0);
      right[k][k] = 1;
    }
    boolean turned = true;
    for (int sweep = 0; turned && sweep < SWEEPS_MAX; sweep++) {
      turned = false;
      measure();
      for (int p = 0; p < left.length; p++) {
        for (int q = p + 1; q < left.length; q++) {
          turned |= turn(p, q);
        }
      }
    }
  }

  double norm(int k) {
    return Math.sqrt(dot(left[k], left[k]));
  }

  /** Once a sweep, so that roundings do not add up. */
  private void measure() {
    for (int k = 0; k < left.length; k++) {
      squares[k] = dot(left[k], left[k]);
    }
  }

  private boolean turn(int p, int q) {
    double own = squares[p];
    double other = squares[q];
    double both = dot(left[p], left[q]);
    if (!(Math.abs(both) > NEGLIGIBLE * Math.sqrt(own * other))) {
      return false;
    }
    double zeta = (other - own) / (2 * both);
    double tangent = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
    double cosine = 1 / Math.sqrt(1 + tangent * tangent);
    rotate(left[p], left[q], cosine, cosine * tangent);
    rotate(right[p], right[q], cosine, cosine * tangent);
    squares[p] = Math.max(0, own - tangent * both);
    squares[q] = other + tangent * both;
    return true;
  }

  private static void rotate(double[] p, double[] q, double cosine, double sine) {
    for (int i = 0; i < p.length; i++) {
      double before = p[i];
      p[i] = cosine * before - sine * q[i];
      q[i] = sine * before + cosine * q[i];
    }
  }

  /** Four sums side by side, as each addition waits for the one before it. */
  private static double dot(double[] p, double[] q) {
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    int whole = p.length & -4;
    for (int i = 0; i < whole; i += 4) {
      first += p[i] * q[i];
      second += p[i + 1] * q[i + 1];
      third += p[i + 2] * q[i + 2];
      fourth += p[i + 3] * q[i + 3];
    }
    for (int i = whole; i < p.length; i++) {
      first += p[i] * q[i];
    }
    return first + second + (third + fourth);
  }
}
