package io.weft.compression.sparsification;

/**
 * About the k largest magnitudes, with their positions: those above a threshold estimated from a
 * random sample (Lin et al., Deep Gradient Compression, 2018, section 3), from 2k/3 to 4k/3 of
 * them. Meant to be used with error feedback.
 *
 * <p>Payload: 4 bytes, and 8 for each number sent.
 *
 * @param density k/d
 * @param sample which share of the numbers the threshold is estimated from
 */
public record SampledTopK(Density density, double sample) implements AboutK {
  public SampledTopK {
    if (!(sample > 0 && sample <= 1)) {
      throw new IllegalArgumentException(
          "a sample of %s of all: above 0 and at most 1".formatted(sample));
    }
  }

  @Override
  public String name() {
    return "top-k-sampled";
  }

  @Override
  public Estimate estimate(long count) {
    return new SampledThreshold(count, sample);
  }
}
