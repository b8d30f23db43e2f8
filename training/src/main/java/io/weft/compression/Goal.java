package io.weft.compression;

import io.weft.collective.program.Operation;

/**
 * From what to what an exchange leads. Each goal is one dense collective, or a chain in its place.
 */
public enum Goal {
  /** From each rank's gradient to the sum, on all ranks. */
  SUM(Holding.LOCAL, Holding.SAME, Operation.ALL_REDUCE),
  /** From each rank's gradient to the sum, each rank having its shard of it. */
  SHARD_OF_SUM(Holding.LOCAL, Holding.SHARDED, Operation.REDUCE_SCATTER),
  /** From a shard on each rank to the whole, on all ranks. */
  WHOLE_OF_SHARDS(Holding.SHARDED, Holding.SAME, Operation.ALL_GATHER);

  private final Holding start;
  private final Holding end;
  private final Operation dense;

  Goal(Holding start, Holding end, Operation dense) {
    this.start = start;
    this.end = end;
    this.dense = dense;
  }

  public Holding start() {
    return start;
  }

  public Holding end() {
    return end;
  }

  /** The collective that reaches it in one go. */
  public Operation dense() {
    return dense;
  }
}
