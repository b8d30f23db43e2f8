package io.weft.collective.program;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Where each chunk lies and how long it is, in elements. Lengths are fixed; or they depend on the
 * data, and then the length is a bound, at which memory is set aside, and an expectation stands
 * beside it for those who predict.
 */
public final class Layout {
  private final long[] first;
  private final double[] expected;

  private Layout(long[] lengths, double[] expected) {
    this.expected = expected;
    this.first = new long[lengths.length + 1];
    for (int chunk = 0; chunk < lengths.length; chunk++) {
      if (lengths[chunk] < 0) {
        throw new IllegalArgumentException(
            "chunk %d has length %d: at least 0".formatted(chunk, lengths[chunk]));
      }
      first[chunk + 1] = Math.addExact(first[chunk], lengths[chunk]);
    }
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

  public int chunkCount() {
    return expected.length;
  }

  /** The elements before a chunk. */
  public long first(int chunk) {
    return first[chunk];
  }

  /** The length of a chunk, or its bound. */
  public long length(int chunk) {
    return first[chunk + 1] - first[chunk];
  }

  public double expected(int chunk) {
    return expected[chunk];
  }

  /** The sum of all lengths. */
  public long total() {
    return first[expected.length];
  }
}
