/**
 * Who may go on when, where ranks are not kept in lock-step: policies as deterministic machines.
 *
 * <p>Read in this order: {@link io.weft.strategy.policy.Policy} (the contract), {@link
 * io.weft.strategy.policy.Event} and {@link io.weft.strategy.policy.Action} (what goes in and what
 * comes out), {@link io.weft.strategy.policy.StaleSynchronous} (an example).
 *
 * <p>Invariant: there are no threads, sockets or clocks in this package. Time and chance are
 * arguments, so the same events give the same actions in a run, in a simulation and in a test.
 */
@NullMarked
package io.weft.strategy.policy;

import org.jspecify.annotations.NullMarked;
