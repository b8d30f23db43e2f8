package io.weft.trainer;

import java.time.Duration;
import java.util.Optional;

/**
 * A checkpoint was taken after a step; it is written while training goes on.
 *
 * @param count how many there are by now in this run
 * @param cost how long training has stood still for all of them
 * @param trained how long the run lasts by now
 * @param next the time between checkpoints from now on, if they have cost so much that it was
 *     doubled
 */
public record Saved(
    long step, int count, Duration cost, Duration trained, Optional<Duration> next) {
  /** Which part of the time of the run checkpoints have taken. */
  public double share() {
    return trained.isPositive() ? (double) cost.toNanos() / trained.toNanos() : 0;
  }
}
