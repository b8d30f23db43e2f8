package io.weft.optimizer;

import io.weft.model.Parameter;
import java.lang.foreign.Arena;
import java.util.List;

/** Settings of an optimizer: a value, from which each slice of a bucket gets an updater. */
public interface Optimizer {
  /** An updater that remembers nothing yet. What it will remember lives as long as the arena. */
  Updater updater(Shard shard, Arena arena);

  /**
   * Looks whether the settings are about the parameters of a model.
   *
   * @throws IllegalArgumentException if they name what the model does not have
   */
  default void check(List<Parameter> parameters) {}

  /** Whether its updaters have {@linkplain Updater#sums sums} to agree on. */
  default boolean hasSums() {
    return false;
  }
}
