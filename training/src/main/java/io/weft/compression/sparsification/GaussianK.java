package io.weft.compression.sparsification;

/**
 * About the k largest magnitudes, with their positions: those above a threshold that fits a normal
 * distribution (Shi et al., Understanding Top-k Sparsification in Distributed Deep Learning, 2019),
 * from 2k/3 to 4k/3 of them. Meant to be used with error feedback.
 *
 * <p>Payload: 4 bytes, and 8 for each number sent.
 *
 * @param density k/d
 */
public record GaussianK(Density density) implements AboutK {
  @Override
  public String name() {
    return "gaussian-k";
  }

  @Override
  public Estimate estimate(long count) {
    return new GaussianThreshold();
  }
}
