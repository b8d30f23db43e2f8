package io.weft.data;

import java.util.SplittableRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DirichletSampler;

/**
 * What share of a class each rank has is drawn from a symmetric Dirichlet distribution: the smaller
 * its parameter, the more ranks differ. A rank without a sample takes one of the rank with the
 * most. Written {@code dirichlet(0.5)}.
 *
 * <p>Hsu, Qi and Brown, Measuring the Effects of Non-Identical Data Distribution for Federated
 * Visual Classification, 2019, draw shares of classes for each rank; here it is shares of ranks for
 * each class, so that every sample is dealt out once.
 *
 * @param concentration the parameter, α
 */
public record Dirichlet(double concentration) implements Partition.ByLabel {
  private static final long SHARES = -2;

  /** Below it all gamma variates of a draw are often too small for a number. */
  private static final double LEAST = 0.001;

  /** From here on ranks have the same shares, as far as samples can be counted. */
  private static final double MOST = 1e6;

  public Dirichlet {
    if (!(concentration >= LEAST && concentration <= MOST)) {
      throw new IllegalArgumentException(
          "dirichlet(%s): give a number from 0.001 to 1000000, as in dirichlet(0.5)"
              .formatted(concentration));
    }
  }

  @Override
  public Deal deal(Labels labels, int ranks, long seed) {
    UniformRandomProvider random = new SplittableRandom(Mix.of(seed, SHARES))::nextLong;
    var hands = new Hands(ranks);
    for (int which = 0; which < labels.classes(); which++) {
      var samples = labels.shuffled(which, seed);
      var shares = shares(random, ranks);
      double sum = 0;
      int from = 0;
      for (int rank = 0; rank < ranks; rank++) {
        sum += shares[rank];
        boolean last = rank == ranks - 1;
        int to = last ? samples.length : (int) Math.min(samples.length, sum * samples.length);
        hands.give(rank, samples, from, to);
        from = to;
      }
    }
    hands.fillEmpty();
    return hands.dealt(
        rank -> new DataException("%s: no sample is left for rank %d".formatted(this, rank)));
  }

  /** The sampler does not know the distribution of one. */
  private double[] shares(UniformRandomProvider random, int ranks) {
    return ranks == 1
        ? new double[] {1}
        : DirichletSampler.symmetric(random, ranks, concentration).sample();
  }

  @Override
  public String toString() {
    return "dirichlet(%s)".formatted(concentration);
  }
}
