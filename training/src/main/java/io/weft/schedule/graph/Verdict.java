package io.weft.schedule.graph;

import java.util.Set;

/** What the verifier found. */
public sealed interface Verdict {
  /**
   * The graph keeps the law of its consistency.
   *
   * @param outcome every access of every task in a run that is long enough, with what it found or
   *     left there, symbolically; two graphs with equal outcomes compute the same
   */
  record Proved(Set<Object> outcome) implements Verdict {
    public Proved {
      outcome = Set.copyOf(outcome);
    }
  }

  /**
   * The graph breaks it.
   *
   * @param why a sentence that names tasks and rounds
   */
  record Refuted(String why) implements Verdict {}
}
