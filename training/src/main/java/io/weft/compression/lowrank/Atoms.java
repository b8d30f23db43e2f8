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

  /** Cosine of an angle that counts as right. */
  private static final double NEGLIGIBLE = 1e-9;

  private final double[][] left;
  private final double[][] right;

  /** Of a matrix of so many columns, which are of a length. */
  Atoms(int columns, int length) {
    this.left = new double[columns][length];
    this.right = new double[columns][columns];
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

  private boolean turn(int p, int q) {
    double own = dot(left[p], left[p]);
    double other = dot(left[q], left[q]);
    double both = dot(left[p], left[q]);
    if (!(Math.abs(both) > NEGLIGIBLE * Math.sqrt(own * other))) {
      return false;
    }
    double zeta = (other - own) / (2 * both);
    double tangent = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
    double cosine = 1 / Math.sqrt(1 + tangent * tangent);
    rotate(left[p], left[q], cosine, cosine * tangent);
    rotate(right[p], right[q], cosine, cosine * tangent);
    return true;
  }

  private static void rotate(double[] p, double[] q, double cosine, double sine) {
    for (int i = 0; i < p.length; i++) {
      double before = p[i];
      p[i] = cosine * before - sine * q[i];
      q[i] = sine * before + cosine * q[i];
    }
  }

  private static double dot(double[] p, double[] q) {
    double even = 0;
    double odd = 0;
    int i = 0;
    for (; i + 1 < p.length; i += 2) {
      even += p[i] * q[i];
      odd += p[i + 1] * q[i + 1];
    }
    return i < p.length ? even + odd + p[i] * q[i] : even + odd;
  }
}
