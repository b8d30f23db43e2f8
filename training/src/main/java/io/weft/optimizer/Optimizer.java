package io.weft.optimizer;

import java.lang.foreign.Arena;

/** Settings of an optimizer: a value, from which each slice of a bucket gets an updater. */
public interface Optimizer {
  /** An updater that remembers nothing yet. What it will remember lives as long as the arena. */
  Updater updater(Shard shard, Arena arena);

  /** Whether its updaters have {@linkplain Updater#sums sums} to agree on. */
  default boolean hasSums() {
    return false;
  }
}
