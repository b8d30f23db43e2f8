package io.weft.strategy.policy;

import java.util.random.RandomGenerator;

/**
 * Decides who may go on when: a machine that turns events into actions. It is a pure function; all
 * that it remembers is in its state, which is immutable.
 *
 * <p>The caller performs the actions of a transition in order before it hands over the next event.
 * A worker that was told to proceed reports the end of that step exactly once, unless it is lost
 * first; one that was held reports nothing until it is told to proceed.
 *
 * @param <S> the state
 */
public interface Policy<S> {
  /** The name used in strategy lines and on command lines, with its parameters. */
  String name();

  /** The state before anything has happened: no worker has joined yet. */
  S start();

  /**
   * What follows from an event.
   *
   * @param nowNanos the time of the event on a clock that never goes back
   * @param random the only source of chance
   */
  Transition<S> next(S state, Event event, long nowNanos, RandomGenerator random);
}
