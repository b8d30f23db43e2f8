package io.weft.strategy.policy;

import java.util.List;

/** What a policy makes of an event: its next state, and what is to be done, in order. */
public record Transition<S>(S state, List<Action> actions) {
  public Transition {
    actions = List.copyOf(actions);
  }
}
