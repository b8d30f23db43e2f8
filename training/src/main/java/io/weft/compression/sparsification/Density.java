package io.weft.compression.sparsification;

/** Which share of the numbers travels. */
public record Density(double share) {
  public Density {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("a density of %s: above 0 and at most 1".formatted(share));
    }
  }

  /** k = max(1, ⌊share · d⌋), and 0 of none. */
  public long of(long count) {
    return Math.min(count, Math.max(1, (long) Math.floor(share * count)));
  }
}
