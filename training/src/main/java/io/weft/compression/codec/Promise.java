package io.weft.compression.codec;

/** What is promised about q = decode(encode(p)) for numbers that are finite. */
public enum Promise {
  /** q is p. */
  EXACT,
  /** q is the nearest to p that the payload can express, and 0 can be expressed. */
  NEAREST,
  /** The expectation of q over the random numbers of the codec is p. */
  UNBIASED,
  /** The squared norm of p − q is below that of p, unless p is 0. */
  CONTRACTION,
  /** Each number of q is 0 or nearer to that of p than 0 is. */
  SELECTION,
  /** q has the signs of p and no more. */
  DIRECTION
}
