package io.weft.simulation;

import io.weft.cluster.Disturbance;
import java.util.SplittableRandom;

/** How much longer than usual a rank computes in a round. */
public interface Pace {
  /** Nobody is disturbed. */
  Pace EVEN = (_, _) -> 1;

  /** A factor above 0. */
  double of(int rank, int round);

  /**
   * Drawn from a seed. Times of rounds are log-normal with mean 1, and stragglers are the first
   * ranks: all others are alike, so it does not matter which they are.
   */
  static Pace drawn(Disturbance disturbance, long seed) {
    double deviation = disturbance.jitter();
    return (rank, round) -> {
      var random = new SplittableRandom(seed).split();
      double drawn = new SplittableRandom(random.nextLong() ^ mixed(rank, round)).nextGaussian();
      double factor = Math.exp(deviation * drawn - deviation * deviation / 2);
      return rank < disturbance.stragglers() ? factor * disturbance.slowdown() : factor;
    };
  }

  private static long mixed(int rank, int round) {
    return ((long) rank << 32 | round) * 0x9E3779B97F4A7C15L;
  }
}
