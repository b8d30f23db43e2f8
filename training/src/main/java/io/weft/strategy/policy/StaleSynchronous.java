package io.weft.strategy.policy;

import io.weft.strategy.policy.Action.Apply;
import io.weft.strategy.policy.Action.Discard;
import io.weft.strategy.policy.Action.Hold;
import io.weft.strategy.policy.Action.Proceed;
import io.weft.strategy.policy.Event.Finished;
import io.weft.strategy.policy.Event.Joined;
import io.weft.strategy.policy.Event.Lost;
import io.weft.strategy.policy.Event.TimerExpired;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Stale synchronous parallel: a worker may run its step c as long as no worker is more than s steps
 * behind it. A staleness of 0 keeps all in lock-step. Gradients are applied as they arrive.
 *
 * <p>Ho et al., "More Effective Distributed ML via a Stale Synchronous Parallel Parameter Server",
 * NIPS 2013. There the set of workers is fixed; here one that joins begins where the slowest is, so
 * it holds nobody up, and one that is lost is no longer waited for.
 *
 * @param staleness s
 */
public record StaleSynchronous(int staleness) implements Policy<StaleSynchronous.State> {
  public StaleSynchronous {
    if (staleness < 0) {
      throw new IllegalArgumentException(
          "staleness=%d: at least 0, which is bulk-synchronous".formatted(staleness));
    }
  }

  /**
   * Where a worker is.
   *
   * @param step the step that it runs or will run next
   */
  public record Clock(long step, boolean held) {}

  /**
   * Where all workers are that have joined and are not lost.
   *
   * @param slowest the step of the slowest; where there are none, of the last there was
   */
  public record State(SortedMap<Integer, Clock> clocks, long slowest) {
    public State {
      clocks = Collections.unmodifiableSortedMap(new TreeMap<>(clocks));
    }

    State with(SortedMap<Integer, Clock> others) {
      return new State(
          others, others.values().stream().mapToLong(Clock::step).min().orElse(slowest));
    }
  }

  @Override
  public String name() {
    return "ssp(staleness=" + staleness + ")";
  }

  @Override
  public State start() {
    return new State(new TreeMap<>(), 0);
  }

  @Override
  public Transition<State> next(State state, Event event, long nowNanos, RandomGenerator random) {
    return switch (event) {
      case Joined(var worker) -> joined(state, worker);
      case Finished(var worker, var step) -> finished(state, worker, step);
      case Lost(var worker) -> lost(state, worker);
      case TimerExpired(var timer) ->
          throw new IllegalArgumentException(
              "timer %d was not set: %s sets none".formatted(timer, name()));
    };
  }

  private Transition<State> joined(State state, int worker) {
    if (state.clocks.containsKey(worker)) {
      throw new IllegalArgumentException(
          "worker %d joins but is here already: report its loss first".formatted(worker));
    }
    var clocks = new TreeMap<>(state.clocks);
    clocks.put(worker, new Clock(state.slowest, false));
    return new Transition<>(state.with(clocks), List.of(new Proceed(worker, state.slowest)));
  }

  private Transition<State> finished(State state, int worker, long step) {
    var clock = state.clocks.get(worker);
    if (clock == null) {
      return new Transition<>(state, List.of(new Discard(worker, step)));
    }
    if (clock.held || clock.step != step) {
      throw new IllegalArgumentException(
          "worker %d reports the end of step %d, but it %s step %d"
              .formatted(worker, step, clock.held ? "is held before" : "runs", clock.step));
    }
    var clocks = new TreeMap<>(state.clocks);
    clocks.put(worker, new Clock(step + 1, true));
    var actions = new ArrayList<Action>();
    actions.add(new Apply(worker, step, 1));
    var moved = state.with(clocks);
    if (!mayRun(moved, step + 1)) {
      actions.add(new Hold(worker, step + 1));
    }
    return new Transition<>(released(moved, actions), actions);
  }

  private Transition<State> lost(State state, int worker) {
    var clocks = new TreeMap<>(state.clocks);
    if (clocks.remove(worker) == null) {
      throw new IllegalArgumentException("worker %d is lost but never joined".formatted(worker));
    }
    var actions = new ArrayList<Action>();
    return new Transition<>(released(state.with(clocks), actions), actions);
  }

  private boolean mayRun(State state, long step) {
    return step - state.slowest <= staleness;
  }

  /** Lets all go on that may. */
  private State released(State state, List<Action> actions) {
    var clocks = new TreeMap<>(state.clocks);
    clocks.replaceAll(
        (worker, clock) -> {
          if (!clock.held || !mayRun(state, clock.step)) {
            return clock;
          }
          actions.add(new Proceed(worker, clock.step));
          return new Clock(clock.step, false);
        });
    return state.with(clocks);
  }
}
