package io.weft.compression.sparsification;

import io.weft.compression.codec.Moment;
import io.weft.compression.codec.RandomBits;

/**
 * A random order of the numbers from 0 to n − 1, computed instead of stored: a Feistel network over
 * the next power of four, repeated until it hits a number that exists (Black and Rogaway, Ciphers
 * with Arbitrary Finite Domains, 2002). On average fewer than four tries find one.
 */
final class Permutation implements BlindChoice.Places {
  private static final int ROUNDS = 4;

  private final long count;
  private final int halfBits;
  private final long halfMask;

  Permutation(long count) {
    this.count = count;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, count - 1));
    this.halfBits = Math.ceilDiv(bits, 2);
    this.halfMask = (1L << halfBits) - 1;
  }

  @Override
  public long draw(Moment moment) {
    return moment.common();
  }

  /** The i-th number, of the order that belongs to a key. */
  @Override
  public long at(long key, long i) {
    long at = i;
    do {
      at = shuffled(key, at);
    } while (at >= count);
    return at;
  }

  private long shuffled(long key, long i) {
    long left = i >>> halfBits;
    long right = i & halfMask;
    for (int round = 0; round < ROUNDS; round++) {
      long next = left ^ (RandomBits.at(key + round, right) & halfMask);
      left = right;
      right = next;
    }
    return (left << halfBits) | right;
  }
}
