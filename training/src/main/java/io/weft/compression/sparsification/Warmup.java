package io.weft.compression.sparsification;

/**
 * More numbers in the first epochs: a quarter of all in the first, and in each a quarter of the one
 * before, but never fewer than afterwards (Lin et al., Deep Gradient Compression, 2018, section 3).
 *
 * @param epochs how many; 0 for none
 */
public record Warmup(int epochs, long stepsPerEpoch) {
  private static final double FIRST = 0.25;

  public Warmup {
    if (epochs < 0 || stepsPerEpoch < 1) {
      throw new IllegalArgumentException(
          "a warm-up of %d epochs of %d steps: at least 0 of at least 1"
              .formatted(epochs, stepsPerEpoch));
    }
  }

  /** The density in a step, where it is to be this one in the end. */
  Density density(Density end, long step) {
    long epoch = step / stepsPerEpoch;
    double share = epoch < epochs ? FIRST * StrictMath.pow(FIRST, (double) epoch) : 0;
    return share > end.share() ? new Density(share) : end;
  }
}
