package io.weft.compression.sparsification;

/** What becomes of numbers that are chosen at random. */
public enum Scaling {
  /** They stay as they are: for error feedback, which sends the others later. */
  NONE,
  /** They are multiplied by d/k, so that the mean is right. */
  UNBIASED;

  float factor(long k, long count) {
    return this == NONE || k == count ? 1 : (float) ((double) count / k);
  }
}
