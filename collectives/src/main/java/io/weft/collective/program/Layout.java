package io.weft.collective.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Where each chunk lies and how long it is, in elements. Lengths are fixed; or they depend on the
 * data, and then the length is a bound, at which memory is set aside, and an expectation stands
 * beside it for those who predict.
 */
public final class Layout {
  private final long[] first;
  private final long[] lengths;
  private final double[] expected;

  private Layout(long[] first, long[] lengths, double[] expected) {
    this.first = first;
    this.lengths = lengths;
    this.expected = expected;
  }

  private Layout(long[] lengths, double[] expected) {
    this(firsts(lengths), lengths.clone(), expected);
  }

  private static long[] firsts(long[] lengths) {
    var first = new long[lengths.length];
    long end = 0;
    for (int chunk = 0; chunk < lengths.length; chunk++) {
      if (lengths[chunk] < 0) {
        throw new IllegalArgumentException(
            "chunk %d has length %d: at least 0".formatted(chunk, lengths[chunk]));
      }
      first[chunk] = end;
      end = Math.addExact(end, lengths[chunk]);
    }
    return first;
  }

  /** Chunks of the given lengths, one after the other. */
  public static Layout of(long... lengths) {
    return new Layout(lengths, Arrays.stream(lengths).asDoubleStream().toArray());
  }

  /** Lengths that depend on the data, none above its bound. */
  public static Layout bounded(long[] bounds, double[] expected) {
    if (bounds.length != expected.length) {
      throw new IllegalArgumentException(
          "%d bounds and %d expectations: one of each per chunk"
              .formatted(bounds.length, expected.length));
    }
    return new Layout(bounds, expected.clone());
  }

  /** Nearly equal chunks: the first ones are longer by one where it does not come out even. */
  public static Layout even(long count, int chunkCount) {
    return of(split(count, chunkCount));
  }

  /** Blocks of the given lengths, each cut into as many nearly equal chunks. */
  public static Layout blocks(long[] blocks, int chunkCount) {
    int pieces = chunkCount / blocks.length;
    return of(
        Arrays.stream(blocks).flatMap(block -> LongStream.of(split(block, pieces))).toArray());
  }

  /** The lengths of nearly equal parts. */
  public static long[] split(long count, int parts) {
    var lengths = new long[parts];
    for (int part = 0; part < parts; part++) {
      lengths[part] = count / parts + (part < count % parts ? 1 : 0);
    }
    return lengths;
  }

  /**
   * The same chunks a part at a time: in layout <i>i</i> each chunk is the <i>i</i>-th of its
   * nearly equal parts, where it lies. The first parts are the longest.
   */
  public List<Layout> parts(int count) {
    var parts = new ArrayList<Layout>();
    for (int part = 0; part < count; part++) {
      var starts = new long[first.length];
      var sizes = new long[first.length];
      for (int chunk = 0; chunk < first.length; chunk++) {
        long longer = lengths[chunk] % count;
        sizes[chunk] = lengths[chunk] / count + (part < longer ? 1 : 0);
        starts[chunk] = first[chunk] + lengths[chunk] / count * part + Math.min(part, longer);
      }
      parts.add(new Layout(starts, sizes, LongStream.of(sizes).asDoubleStream().toArray()));
    }
    return parts;
  }

  /** The same lengths, one after the other from 0. */
  public Layout packed() {
    return of(lengths);
  }

  public int chunkCount() {
    return expected.length;
  }

  /** The elements before a chunk. */
  public long first(int chunk) {
    return first[chunk];
  }

  /** The length of a chunk, or its bound. */
  public long length(int chunk) {
    return lengths[chunk];
  }

  public double expected(int chunk) {
    return expected[chunk];
  }

  /** The sum of all lengths. */
  public long total() {
    return LongStream.of(lengths).sum();
  }
}
