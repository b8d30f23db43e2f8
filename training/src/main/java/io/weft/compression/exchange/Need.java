package io.weft.compression.exchange;

/** What a schedule needs of an exchange. */
public enum Need {
  /** The sum on all ranks. */
  SUM,
  /** The same in two halves, between which something else happens. */
  HALVES,
  /** The first half only, after which each rank has the sum of its shard. */
  SHARD
}
