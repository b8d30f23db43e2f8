package io.weft.compression.codec;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Sums over floats in 64 bits: element i goes to lane i mod 16, and the lanes are folded in halves
 * at the end, so that the result is the same however wide the vectors of a machine are.
 */
public final class Sums {
  private static final int LANES = 16;

  private final double[] plain = new double[LANES];
  private final double[] magnitudes = new double[LANES];
  private final double[] squares = new double[LANES];
  private final Block block = new Block();

  /** Goes through all numbers of a segment once. */
  public void measure(MemorySegment numbers) {
    clear();
    long total = numbers.byteSize() / Float.BYTES;
    for (long first = 0; first < total; first += Block.CAPACITY) {
      int count = Block.count(first, total);
      block.load(numbers, first, count);
      add(block.values(), 0, count);
    }
  }

  /**
   * Measures one of several lines of {@value #LANES} numbers that follow one another, the first of
   * each so many, and says how many numbers that were.
   */
  public long sample(MemorySegment numbers, int sparseness) {
    clear();
    long total = numbers.byteSize() / Float.BYTES;
    long measured = 0;
    int filled = 0;
    for (long first = 0; first < total; first += (long) LANES * sparseness) {
      int some = (int) Math.min(LANES, total - first);
      long at = first * Float.BYTES;
      MemorySegment.copy(numbers, JAVA_FLOAT_UNALIGNED, at, block.values(), filled, some);
      filled += some;
      measured += some;
      if (filled > Block.CAPACITY - LANES) {
        add(block.values(), 0, filled);
        filled = 0;
      }
    }
    add(block.values(), 0, filled);
    return measured;
  }

  /** Measures a few numbers of an array. */
  public void measure(float[] numbers, int first, int count) {
    clear();
    add(numbers, first, count);
  }

  private void clear() {
    for (int lane = 0; lane < LANES; lane++) {
      plain[lane] = 0;
      magnitudes[lane] = 0;
      squares[lane] = 0;
    }
  }

  private void add(float[] numbers, int first, int count) {
    int whole = count / LANES * LANES;
    for (int i = 0; i < whole; i += LANES) {
      for (int lane = 0; lane < LANES; lane++) {
        addOne(lane, numbers[first + i + lane]);
      }
    }
    for (int i = whole; i < count; i++) {
      addOne(i - whole, numbers[first + i]);
    }
  }

  private void addOne(int lane, double number) {
    plain[lane] += number;
    magnitudes[lane] += Math.abs(number);
    squares[lane] += number * number;
  }

  public double sum() {
    return folded(plain);
  }

  public double sumOfMagnitudes() {
    return folded(magnitudes);
  }

  public double sumOfSquares() {
    return folded(squares);
  }

  private static double folded(double[] lanes) {
    for (int half = LANES / 2; half > 0; half /= 2) {
      for (int lane = 0; lane < half; lane++) {
        lanes[lane] += lanes[lane + half];
        lanes[lane + half] = 0;
      }
    }
    return lanes[0];
  }
}
