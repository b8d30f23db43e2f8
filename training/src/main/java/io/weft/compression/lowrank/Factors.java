package io.weft.compression.lowrank;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import io.weft.compression.codec.Extent;
import io.weft.tensor.DotKernels;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A matrix M of m rows and l columns in a bucket, and two factors whose product P Qᵀ stands for it.
 * The columns of a factor lie one after the other.
 */
final class Factors {
  /** So many rows are dealt with at once, so that a factor is gone through less often. */
  private static final int BLOCK = 4;

  private final Extent extent;
  private final long first;
  private final int rank;
  private final float[] left;
  private final float[] right;
  private final float[] rows;
  private final float[] row;
  private final float[] other;
  private final float[] factors;

  /**
   * @param first where in the bucket the matrix begins
   */
  Factors(Extent extent, long first, int rank) {
    this.extent = extent;
    this.first = first;
    this.rank = rank;
    this.left = new float[Math.multiplyExact(extent.rows(), rank)];
    this.right = new float[Math.multiplyExact(extent.columns(), rank)];
    this.rows = new float[Math.multiplyExact(extent.columns(), Math.min(BLOCK, extent.rows()))];
    this.row = new float[extent.columns()];
    this.other = new float[extent.columns()];
    this.factors = new float[Math.max(BLOCK, rank)];
  }

  /** P. */
  float[] left() {
    return left;
  }

  /** Q. */
  float[] right() {
    return right;
  }

  void orthonormaliseLeft() {
    Orthonormal.columns(left, extent.rows(), rank);
  }

  void leftBasis(long key) {
    Orthonormal.basis(left, extent.rows(), rank, key);
  }

  void rightBasis(long key) {
    Orthonormal.basis(right, extent.columns(), rank, key);
  }

  /** P = M Q. */
  void projectRight(MemorySegment bucket) {
    for (int i = 0; i < extent.rows(); i += BLOCK) {
      projectRows(i, load(bucket, i));
    }
  }

  /**
   * Subtracts P times a right factor, adds an input, and then P = M Q; a few rows after the other,
   * so that they are still at hand.
   */
  void carryOver(float[] ownRight, MemorySegment bucket, MemorySegment input) {
    for (int i = 0; i < extent.rows(); i += BLOCK) {
      int some = some(i);
      for (int r = 0; r < some; r++) {
        subtractRow(i + r, left, ownRight, bucket);
        addRow(i + r, input);
        store(bucket, i + r);
        System.arraycopy(row, 0, rows, r * row.length, row.length);
      }
      projectRows(i, some);
    }
  }

  /** Makes numbers of P from Q and the rows at hand. */
  private void projectRows(int i, int some) {
    int columns = extent.columns();
    for (int k = 0; k < rank; k++) {
      for (int r = 0; r < some; r++) {
        left[k * extent.rows() + i + r] =
            DotKernels.best().dot(rows, r * columns, right, k * columns, columns);
      }
    }
  }

  /** Q = Mᵀ P. */
  void projectLeft(MemorySegment bucket) {
    Arrays.fill(right, 0);
    int columns = extent.columns();
    for (int i = 0; i < extent.rows(); i += BLOCK) {
      int some = load(bucket, i);
      for (int k = 0; k < rank; k++) {
        System.arraycopy(left, k * extent.rows() + i, factors, 0, some);
        DotKernels.best().addRows(factors, some, rows, right, k * columns, columns);
      }
    }
  }

  /** Overwrites the matrix in a bucket with P Qᵀ. */
  void expand(MemorySegment bucket) {
    for (int i = 0; i < extent.rows(); i++) {
      product(i, left, right);
      store(bucket, i);
    }
  }

  /** Subtracts the product of two factors, of which one may not be that held here. */
  void subtract(float[] ownLeft, float[] ownRight, MemorySegment bucket) {
    for (int i = 0; i < extent.rows(); i++) {
      subtractRow(i, ownLeft, ownRight, bucket);
      store(bucket, i);
    }
  }

  /** Makes the row at hand row i of the product of two factors. */
  private void product(int i, float[] ownLeft, float[] ownRight) {
    Arrays.fill(row, 0);
    for (int k = 0; k < rank; k++) {
      factors[k] = ownLeft[k * extent.rows() + i];
    }
    DotKernels.best().addRows(factors, rank, ownRight, row, 0, row.length);
  }

  /** Makes it row i less that of the product, as decoded and subtracted: fl(p − fl(P Qᵀ)). */
  private void subtractRow(int i, float[] ownLeft, float[] ownRight, MemorySegment bucket) {
    product(i, ownLeft, ownRight);
    MemorySegment.copy(bucket, JAVA_FLOAT_UNALIGNED, at(i), other, 0, other.length);
    for (int j = 0; j < row.length; j++) {
      row[j] = other[j] - row[j];
    }
  }

  private void addRow(int i, MemorySegment input) {
    MemorySegment.copy(input, JAVA_FLOAT_UNALIGNED, at(i), other, 0, other.length);
    for (int j = 0; j < row.length; j++) {
      row[j] += other[j];
    }
  }

  /** Loads the next few rows, and says how many. */
  private int load(MemorySegment bucket, int i) {
    int some = some(i);
    MemorySegment.copy(bucket, JAVA_FLOAT_UNALIGNED, at(i), rows, 0, some * extent.columns());
    return some;
  }

  private int some(int i) {
    return Math.min(BLOCK, extent.rows() - i);
  }

  private void store(MemorySegment bucket, int i) {
    MemorySegment.copy(row, 0, bucket, JAVA_FLOAT_UNALIGNED, at(i), row.length);
  }

  private long at(int i) {
    return (first + (long) i * extent.columns()) * Float.BYTES;
  }
}
