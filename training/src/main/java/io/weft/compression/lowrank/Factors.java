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
  private final Extent extent;
  private final long first;
  private final int rank;
  private final float[] left;
  private final float[] right;
  private final float[] row;

  /**
   * @param first where in the bucket the matrix begins
   */
  Factors(Extent extent, long first, int rank) {
    this.extent = extent;
    this.first = first;
    this.rank = rank;
    this.left = new float[Math.multiplyExact(extent.rows(), rank)];
    this.right = new float[Math.multiplyExact(extent.columns(), rank)];
    this.row = new float[extent.columns()];
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
    int rows = extent.rows();
    int columns = extent.columns();
    for (int i = 0; i < rows; i++) {
      load(bucket, i);
      for (int k = 0; k < rank; k++) {
        left[k * rows + i] = DotKernels.best().dot(row, 0, right, k * columns, columns);
      }
    }
  }

  /** Q = Mᵀ P. */
  void projectLeft(MemorySegment bucket) {
    Arrays.fill(right, 0);
    int rows = extent.rows();
    for (int i = 0; i < rows; i++) {
      load(bucket, i);
      for (int k = 0; k < rank; k++) {
        add(right, k * extent.columns(), row, 0, left[k * rows + i], extent.columns());
      }
    }
  }

  /** Overwrites the matrix in a bucket with P Qᵀ. */
  void expand(MemorySegment bucket) {
    for (int i = 0; i < extent.rows(); i++) {
      Arrays.fill(row, 0);
      addProduct(i, left, right);
      store(bucket, i);
    }
  }

  /** Subtracts the product of two factors, of which one may not be that held here. */
  void subtract(float[] ownLeft, float[] ownRight, MemorySegment bucket) {
    for (int i = 0; i < extent.rows(); i++) {
      Arrays.fill(row, 0);
      addProduct(i, ownLeft, ownRight);
      subtractRow(bucket, i);
    }
  }

  private void addProduct(int i, float[] ownLeft, float[] ownRight) {
    int columns = extent.columns();
    for (int k = 0; k < rank; k++) {
      add(row, 0, ownRight, k * columns, ownLeft[k * extent.rows() + i], columns);
    }
  }

  /** As decoding and subtracting would: fl(p − fl(P Qᵀ)). */
  private void subtractRow(MemorySegment bucket, int i) {
    for (int j = 0; j < row.length; j++) {
      row[j] = bucket.get(JAVA_FLOAT_UNALIGNED, at(i) + (long) j * Float.BYTES) - row[j];
    }
    store(bucket, i);
  }

  private static void add(
      float[] target, int targetFirst, float[] source, int sourceFirst, float factor, int count) {
    for (int j = 0; j < count; j++) {
      target[targetFirst + j] += factor * source[sourceFirst + j];
    }
  }

  private void load(MemorySegment bucket, int i) {
    MemorySegment.copy(bucket, JAVA_FLOAT_UNALIGNED, at(i), row, 0, row.length);
  }

  private void store(MemorySegment bucket, int i) {
    MemorySegment.copy(row, 0, bucket, JAVA_FLOAT_UNALIGNED, at(i), row.length);
  }

  private long at(int i) {
    return (first + (long) i * extent.columns()) * Float.BYTES;
  }
}
