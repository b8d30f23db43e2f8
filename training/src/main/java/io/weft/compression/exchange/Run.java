package io.weft.compression.exchange;

import io.weft.compression.codec.Extent;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers of a bucket that follow one another and are all of one tensor.
 *
 * @param first which number of the bucket is the first
 * @param extent as a matrix, or one column if they are no whole rows
 * @param factorRows if what lies there is not the matrix but its factors, of how many rows; else 0
 */
public record Run(long first, Extent extent, int factorRows) {
  /** Of numbers as they are. */
  public Run(long first, Extent extent) {
    this(first, extent, 0);
  }

  public long count() {
    return extent.count();
  }

  /** The same numbers as one column. */
  Run asVector() {
    return new Run(first, new Extent(Math.toIntExact(count()), 1));
  }

  /** The first number after it. */
  long end() {
    return first + count();
  }

  /**
   * A part of a matrix: its whole rows stay together, and what is left of others is by itself.
   *
   * @param first where in the bucket the part begins
   * @param from where in the matrix it begins
   */
  public static List<Run> of(long first, Extent matrix, long from, long count) {
    var runs = new ArrayList<Run>();
    int columns = matrix.columns();
    long head = Math.min(count, (columns - from % columns) % columns);
    long rows = (count - head) / columns;
    addVector(runs, first, head);
    if (rows > 0) {
      runs.add(new Run(first + head, new Extent(Math.toIntExact(rows), columns)));
    }
    addVector(runs, first + head + rows * columns, count - head - rows * columns);
    return runs;
  }

  /** Adds numbers that follow one another, if there are any. */
  static void addVector(List<Run> runs, long first, long count) {
    if (count > 0) {
      runs.add(new Run(first, new Extent(Math.toIntExact(count), 1)));
    }
  }
}
