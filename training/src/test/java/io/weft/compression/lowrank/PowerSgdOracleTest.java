package io.weft.compression.lowrank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.compression.codec.Extent;
import io.weft.compression.codec.Numbers;
import io.weft.compression.codec.RandomBits;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

/** PowerSGD beside algorithm 1 of the paper, written out in 64 bits. */
class PowerSgdOracleTest {
  private static final int ROWS = 30;
  private static final int COLUMNS = 20;
  private static final int RANK = 3;

  @Test
  void several_steps_of_two_ranks_follow_the_paper() {
    var start = new double[COLUMNS][RANK];
    for (int k = 0; k < RANK; k++) {
      for (int j = 0; j < COLUMNS; j++) {
        long index = (long) k * COLUMNS + j;
        start[j][k] = RandomBits.gaussian(Cluster.moment(0, 0).common(), index);
      }
    }
    try (var arena = Arena.ofConfined()) {
      var extent = new Extent(ROWS, COLUMNS);
      var cluster = new Cluster(new PowerSgd(RANK, 1), List.of(extent), 2, arena);
      var q = start;
      for (int step = 0; step < 5; step++) {
        var one = Numbers.normal(2L * step, ROWS * COLUMNS);
        var two = Numbers.normal(2L * step + 1, ROWS * COLUMNS);
        var sum = sum(one, two);
        var p = orthonormal(product(sum, q));
        q = product(transposed(sum), p);
        var decoded = cluster.step(step, List.of(one, two)).getFirst();
        for (int i = 0; i < decoded.length; i++) {
          double due = product(p, transposed(q))[i / COLUMNS][i % COLUMNS];
          assertThat((double) decoded[i]).isCloseTo(due, within(1e-4));
        }
      }
    }
  }

  private static double[][] sum(float[] one, float[] two) {
    var sum = new double[ROWS][COLUMNS];
    for (int i = 0; i < one.length; i++) {
      sum[i / COLUMNS][i % COLUMNS] = (double) one[i] + two[i];
    }
    return sum;
  }

  private static double[][] product(double[][] left, double[][] right) {
    var product = new double[left.length][right[0].length];
    for (int i = 0; i < left.length; i++) {
      for (int j = 0; j < right[0].length; j++) {
        for (int k = 0; k < right.length; k++) {
          product[i][j] += left[i][k] * right[k][j];
        }
      }
    }
    return product;
  }

  private static double[][] transposed(double[][] matrix) {
    var transposed = new double[matrix[0].length][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix[0].length; j++) {
        transposed[j][i] = matrix[i][j];
      }
    }
    return transposed;
  }

  private static double[][] orthonormal(double[][] matrix) {
    var columns = transposed(matrix);
    for (int k = 0; k < columns.length; k++) {
      for (int other = 0; other < k; other++) {
        double share = dot(columns[k], columns[other]);
        for (int i = 0; i < columns[k].length; i++) {
          columns[k][i] -= share * columns[other][i];
        }
      }
      double norm = Math.sqrt(dot(columns[k], columns[k]));
      for (int i = 0; i < columns[k].length; i++) {
        columns[k][i] /= norm;
      }
    }
    return transposed(columns);
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      sum += left[i] * right[i];
    }
    return sum;
  }
}
