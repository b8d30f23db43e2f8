package io.weft.compression.sparsification;

import io.weft.compression.codec.Sums;
import java.lang.foreign.MemorySegment;

/**
 * The magnitude that the wanted share of a normal distribution with the numbers' mean and deviation
 * reaches; corrected by factors of 0.5 and 1.5 (Shi et al., Understanding Top-k Sparsification in
 * Distributed Deep Learning, 2019; factors as in the authors' code). Of many numbers a sixteenth is
 * measured, from everywhere; whether the guess is good enough is seen in all of them.
 */
final class GaussianThreshold implements Estimate {
  private static final int CORRECTIONS = 3;

  /** Of more numbers than this, mean and deviation are those of a sample. */
  private static final long ALL_MOST = 1 << 16;

  /** In a sample there is one line of neighbours of so many. */
  private static final int SPARSENESS = 16;

  private final Sums sums = new Sums();

  @Override
  public float threshold(long key, MemorySegment numbers, long k) {
    long count = numbers.byteSize() / Float.BYTES;
    double measured = sums.sample(numbers, count <= ALL_MOST ? 1 : SPARSENESS);
    double mean = sums.sum() / measured;
    double variance = Math.max(0, sums.sumOfSquares() / measured - mean * mean);
    double tail = (double) k / count / 2;
    return (float) (Math.abs(mean) + Math.sqrt(variance) * quantile(tail));
  }

  /**
   * What a standard normal number exceeds with a probability of at most ½, to within 4.5 × 10⁻⁴
   * (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.23).
   */
  static double quantile(double tail) {
    double t = StrictMath.sqrt(-2 * StrictMath.log(tail));
    double above = 2.515517 + t * (0.802853 + t * 0.010328);
    double below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    return Math.max(0, t - above / below);
  }

  @Override
  public int corrections() {
    return CORRECTIONS;
  }

  @Override
  public float corrected(float threshold, boolean tooFew) {
    return threshold * (tooFew ? 0.5f : 1.5f);
  }
}
