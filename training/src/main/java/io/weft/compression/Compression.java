package io.weft.compression;

import io.weft.compression.codec.Dense;

/**
 * How a training run compresses: the coding, what it is applied to, and when it is not. All ranks
 * decide alike, since sizes and steps are the same on all.
 *
 * @param denseBelowBytes what is smaller travels as it is
 * @param denseFirstSteps in so many steps everything travels as it is
 */
public record Compression(Coding coding, Grain grain, long denseBelowBytes, long denseFirstSteps) {
  /** What is compressed as one run of numbers. */
  public enum Grain {
    TENSOR,
    BUCKET
  }

  private static final Coding DENSE = new Coding.Single(new Dense());

  public Compression {
    if (denseBelowBytes < 0 || denseFirstSteps < 0) {
      throw new IllegalArgumentException(
          "dense below %d bytes and in the first %d steps: at least 0 of both"
              .formatted(denseBelowBytes, denseFirstSteps));
    }
  }

  /** What is done with a tensor or bucket of so many bytes, as floats, in a step from 0 on. */
  public Coding coding(long byteCount, long step) {
    return byteCount < denseBelowBytes || step < denseFirstSteps ? DENSE : coding;
  }
}
