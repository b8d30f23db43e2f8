package io.weft.strategy.policy;

/** Something to be done. */
public sealed interface Action {
  /** The worker fetches the parameters as they are and runs the step. */
  record Proceed(int worker, long step) implements Action {}

  /** The worker waits until it is told to proceed with the step. */
  record Hold(int worker, long step) implements Action {}

  /**
   * The gradient of a worker's step is applied to the parameters.
   *
   * @param weight by which it is multiplied first
   */
  record Apply(int worker, long step, double weight) implements Action {}

  /** The gradient of a worker's step is thrown away. */
  record Discard(int worker, long step) implements Action {}

  /**
   * The policy wants to hear of this timer at that time. Setting it again replaces the time.
   *
   * @param timer a number of the policy's own choice
   */
  record SetTimer(long timer, long atNanos) implements Action {}
}
