package io.weft.compression.lowrank;

import java.util.Arrays;

/**
 * A random choice of so many atoms: each with a probability in proportion to its norm, or 1 where
 * that would be more (Wang et al., ATOMO, 2018, algorithm 1). Other than there, atoms are not drawn
 * one by one but by equal steps from a random start (Madow, On the Theory of Systematic Sampling,
 * 1949): the probabilities, and with them mean and variance, are the same, and exactly the wanted
 * number is drawn, if so many are not 0.
 */
final class AtomSample {
  private final double[] norms;
  private final double[] probabilities;
  private final int[] order;
  private final int[] drawn;
  private int drawnCount;

  AtomSample(int atoms, int wanted) {
    this.norms = new double[atoms];
    this.probabilities = new double[atoms];
    this.order = new int[atoms];
    this.drawn = new int[wanted];
  }

  /** The norms of the atoms, to be filled in before drawing. */
  double[] norms() {
    return norms;
  }

  /**
   * Draws anew.
   *
   * @param start from 0 to below 1
   */
  void draw(double start) {
    sort();
    weigh();
    drawnCount = 0;
    double before = start;
    for (int atom : order) {
      double after = before + probabilities[atom];
      if (Math.floor(after) > Math.floor(before) && drawnCount < drawn.length) {
        drawn[drawnCount++] = atom;
      }
      before = after;
    }
  }

  /** How many were drawn. */
  int drawnCount() {
    return drawnCount;
  }

  int drawn(int i) {
    return drawn[i];
  }

  double probability(int atom) {
    return probabilities[atom];
  }

  /** Largest first, by insertion. */
  private void sort() {
    for (int i = 0; i < order.length; i++) {
      int at = i;
      for (; at > 0 && norms[order[at - 1]] < norms[i]; at--) {
        order[at] = order[at - 1];
      }
      order[at] = i;
    }
  }

  private void weigh() {
    Arrays.fill(probabilities, 0);
    double sum = 0;
    for (int i = order.length - 1; i >= 0; i--) {
      sum += norms[order[i]];
    }
    double left = drawn.length;
    for (int atom : order) {
      if (!(norms[atom] > 0)) {
        return;
      }
      if (left > 0 && norms[atom] * left >= sum) {
        probabilities[atom] = 1;
        left -= 1;
        sum -= norms[atom];
      } else {
        probabilities[atom] = Math.min(1, left * norms[atom] / sum);
      }
    }
  }
}
