package io.weft.compression.exchange;

import java.lang.foreign.MemorySegment;

/**
 * What a rank remembers from step to step, a float for each of some numbers of a bucket that follow
 * one another.
 *
 * @param first which number of the bucket the first one is about
 */
public record Kept(String name, Side side, long first, MemorySegment numbers) {
  /** What it is about. */
  public enum Side {
    /** This rank's gradients: every rank remembers something about every number. */
    OWN,
    /** The sum over ranks: each rank remembers something about its chunk. */
    SUM
  }
}
