package io.weft.tuning;

/**
 * A size of buckets that was tried.
 *
 * @param seconds what a step took
 */
public record Trial(long bucketBytes, double seconds) {
  public Trial {
    if (bucketBytes < 1 || !(seconds > 0)) {
      throw new IllegalArgumentException(
          "a trial of %d bytes in %s s: more than 0 of both".formatted(bucketBytes, seconds));
    }
  }
}
