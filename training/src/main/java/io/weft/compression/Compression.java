package io.weft.compression;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How a training run compresses: the coding, what it is applied to, and when it is not. All ranks
 * decide alike, since sizes and steps are the same on all.
 *
 * @param seed of all random numbers
 * @param denseBelowBytes what is smaller travels as it is
 * @param denseFirstSteps in so many steps everything travels as it is
 * @param momentum if after these not gradients travel but their running mean, how much of the old
 *     one is kept
 */
public record Compression(
    Coding coding,
    Grain grain,
    long seed,
    long denseBelowBytes,
    long denseFirstSteps,
    OptionalDouble momentum) {
  /** What is compressed as one run of numbers. */
  public enum Grain {
    TENSOR,
    BUCKET
  }

  public Compression {
    if (denseBelowBytes < 0 || denseFirstSteps < 0) {
      throw new IllegalArgumentException(
          "dense below %d bytes and in the first %d steps: at least 0 of both"
              .formatted(denseBelowBytes, denseFirstSteps));
    }
  }

  /**
   * The same with gradients that are clipped before they are encoded, if the codec demands that.
   */
  public Optional<Compression> clipped(float rmsMax) {
    return coding instanceof Coding.Single(var codec, var again)
        ? codec.clipped(rmsMax).map(it -> with(new Coding.Single(it, again)))
        : Optional.empty();
  }

  private Compression with(Coding other) {
    return new Compression(other, grain, seed, denseBelowBytes, denseFirstSteps, momentum);
  }

  /** Of gradients. */
  public Compression(
      Coding coding, Grain grain, long seed, long denseBelowBytes, long denseFirstSteps) {
    this(coding, grain, seed, denseBelowBytes, denseFirstSteps, OptionalDouble.empty());
  }
}
