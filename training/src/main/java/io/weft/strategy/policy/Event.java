package io.weft.strategy.policy;

/** Something that happened. Workers and steps are counted from 0. */
public sealed interface Event {
  /** A worker is ready to begin, for the first time or again after it was lost. */
  record Joined(int worker) implements Event {}

  /** A worker has finished a step, and its gradient has arrived. */
  record Finished(int worker, long step) implements Event {}

  /** A worker is gone, whatever it was doing. */
  record Lost(int worker) implements Event {}

  /** A timer that the policy set has run out. */
  record TimerExpired(long timer) implements Event {}
}
