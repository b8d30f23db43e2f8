package io.weft.compression.codec;

/**
 * Where in a training run something is encoded. All random numbers of a codec are a function of it,
 * so that a run that is repeated or resumed draws the same ones.
 *
 * @param stage which bucket, and which half of its exchange, of those in one step
 */
public record Moment(long seed, int rank, long step, int stage) {
  /** A key for random numbers that are the same on all ranks. */
  public long common() {
    return RandomBits.mix(RandomBits.mix(RandomBits.mix(seed) + step) + stage);
  }

  /** A key for random numbers that differ from rank to rank. */
  public long own() {
    return RandomBits.mix(common() + rank + 1);
  }

  /** The same place in another step. */
  public Moment at(long otherStep) {
    return new Moment(seed, rank, otherStep, stage);
  }
}
