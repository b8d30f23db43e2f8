package io.weft.compression.lowrank;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Coder;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Dense;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.Operands;
import io.weft.compression.codec.Promise;
import java.lang.foreign.Arena;

/**
 * A random few of the products of singular vectors that make up a matrix, s of them, multiplied so
 * that the mean is right (Wang et al., ATOMO: Communication-efficient Learning via Atomic
 * Sparsification, 2018, spectral). The variance is that of the paper, the least there is for so
 * many: Σσ²(1/p − 1), where p is in proportion to σ. Where that is not smaller, and for vectors,
 * numbers travel as they are.
 *
 * <p>Takes in the order of m·l·min(m, l) operations for a matrix of m rows and l columns, which
 * pays for small matrices or very slow links only.
 *
 * <p>Payload: 4s(m + l) bytes. Something that is not finite makes all of the matrix NaN.
 *
 * @param budget s
 * @param columns l; 0 for about as many as there are rows, if nobody says what shape a tensor has
 */
public record Atomo(int budget, int columns) implements Codec {
  public Atomo {
    if (budget < 1 || columns < 0) {
      throw new IllegalArgumentException(
          "atomo with %d products of matrices of %d columns: at least 1 and 0"
              .formatted(budget, columns));
    }
  }

  public Atomo(int budget) {
    this(budget, 0);
  }

  @Override
  public String name() {
    return "atomo";
  }

  @Override
  public Promise promise() {
    return Promise.UNBIASED;
  }

  @Override
  public Combining combining() {
    return Combining.GATHER;
  }

  @Override
  public Codec fitted(Extent tensor) {
    return new Atomo(budget, tensor.columns());
  }

  /** The last row may be longer than what is left of the numbers. */
  private Extent shape(long count) {
    int across = columns > 0 ? columns : Math.max(1, (int) Math.ceil(Math.sqrt((double) count)));
    return new Extent(Math.toIntExact(Math.ceilDiv(count, across)), across);
  }

  @Override
  public long payloadBytes(long count) {
    var shape = shape(count);
    long factored = Math.multiplyExact((long) budget, (long) shape.rows() + shape.columns());
    return Math.min(factored, count) * Float.BYTES;
  }

  @Override
  public Coder open(long count, Arena arena) {
    Operands.count(name(), count);
    return payloadBytes(count) < count * Float.BYTES
        ? new AtomicCoder(this, shape(count), count)
        : Dense.coder(this, count);
  }
}
