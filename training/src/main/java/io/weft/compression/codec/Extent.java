package io.weft.compression.codec;

/**
 * A tensor as a matrix: its first dimension by all the others. A vector has one column.
 *
 * @param rows at least 0
 * @param columns at least 1
 */
public record Extent(int rows, int columns) {
  public Extent {
    if (rows < 0 || columns < 1) {
      throw new IllegalArgumentException(
          "a matrix of %d rows and %d columns: at least 0 rows and 1 column"
              .formatted(rows, columns));
    }
  }

  /** Of a tensor with these dimensions. */
  public static Extent of(long... dimensions) {
    if (dimensions.length == 0) {
      return new Extent(1, 1);
    }
    long columns = 1;
    for (int i = 1; i < dimensions.length; i++) {
      columns = Math.multiplyExact(columns, dimensions[i]);
    }
    return new Extent(Math.toIntExact(dimensions[0]), Math.toIntExact(Math.max(1, columns)));
  }

  public long count() {
    return (long) rows * columns;
  }
}
