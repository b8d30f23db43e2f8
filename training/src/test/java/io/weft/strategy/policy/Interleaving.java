package io.weft.strategy.policy;

import io.weft.strategy.policy.Action.Apply;
import io.weft.strategy.policy.Action.Discard;
import io.weft.strategy.policy.Action.Hold;
import io.weft.strategy.policy.Action.Proceed;
import io.weft.strategy.policy.Action.SetTimer;
import io.weft.strategy.policy.Event.Finished;
import io.weft.strategy.policy.Event.Joined;
import io.weft.strategy.policy.Event.Lost;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Workers under a policy, driven event by event. It keeps its own books of who runs and who waits,
 * from the actions alone.
 */
final class Interleaving<S> {
  private final Policy<S> policy;
  private final SplittableRandom random;
  private S state;
  private long now;

  /** The step that each worker runs. */
  final TreeMap<Integer, Long> running = new TreeMap<>();

  /** The step that each held worker waits to run. */
  final TreeMap<Integer, Long> held = new TreeMap<>();

  final List<Action> actions = new ArrayList<>();

  Interleaving(Policy<S> policy, long seed) {
    this.policy = policy;
    this.random = new SplittableRandom(seed);
    this.state = policy.start();
  }

  /** A number of workers that all join before any begins to work. */
  static <S> Interleaving<S> of(Policy<S> policy, int workers) {
    var interleaving = new Interleaving<>(policy, 1);
    for (int worker = 0; worker < workers; worker++) {
      interleaving.join(worker);
    }
    return interleaving;
  }

  void join(int worker) {
    handle(new Joined(worker));
  }

  /** The worker finishes what it runs. */
  List<Action> finish(int worker) {
    Long step = running.remove(worker);
    if (step == null) {
      throw new AssertionError("worker " + worker + " does not run");
    }
    return handle(new Finished(worker, step));
  }

  List<Action> lose(int worker) {
    running.remove(worker);
    held.remove(worker);
    return handle(new Lost(worker));
  }

  /** The least step that any worker runs or waits for. */
  long slowest() {
    long least = Long.MAX_VALUE;
    for (var step : running.values()) {
      least = Math.min(least, step);
    }
    for (var step : held.values()) {
      least = Math.min(least, step);
    }
    return least;
  }

  private List<Action> handle(Event event) {
    var transition = policy.next(state, event, now++, random);
    state = transition.state();
    transition.actions().forEach(this::perform);
    actions.addAll(transition.actions());
    return transition.actions();
  }

  private void perform(Action action) {
    switch (action) {
      case Proceed(var worker, var step) -> {
        held.remove(worker);
        running.put(worker, step);
      }
      case Hold(var worker, var step) -> held.put(worker, step);
      case Apply _, Discard _ -> {}
      case SetTimer _ -> throw new AssertionError("no policy here sets timers");
    }
  }
}
