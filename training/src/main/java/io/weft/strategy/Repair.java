package io.weft.strategy;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nearest valid strategy that can be used as asked: what cannot is left out; then comes
 * the cheapest set of {@link Edit}s after which no conflict is left, by best-first search among
 * names that can. Only the axes that a conflict names are edited, each once; a term is exchanged
 * for another only where leaving it out does not help. Of two edits that cost the same, the one on
 * the lower layer is preferred: a collective gives way to a schedule, a schedule to a
 * synchronisation.
 */
final class Repair {
  /** Reached by no combination of the catalogue; keeps the search finite whatever is added. */
  private static final int CANDIDATES_MAX = 20_000;

  private final PriorityQueue<Candidate> queue =
      new PriorityQueue<>(
          Comparator.comparingInt(Candidate::cost).thenComparingInt(Candidate::sequence));
  private final Set<Use> uses;
  private int sequence;

  private Repair(Set<Use> uses) {
    this.uses = uses;
  }

  /** A point of the search: terms that were reached at some cost, and what is wrong with them. */
  private record Candidate(
      Map<Axis, Term> terms,
      int cost,
      int sequence,
      Set<Axis> edited,
      @Nullable Conflict conflict) {}

  /** The nearest valid strategy to terms that conflict, or that cannot be used so. */
  static Strategy nearest(Map<Axis, Term> written, Set<Use> uses) {
    return new Repair(uses).search(written);
  }

  private Strategy search(Map<Axis, Term> written) {
    // A term that says no more than the default is no loss.
    var start = Defaults.beyond(written);
    start.values().removeIf(term -> term.nest().anyMatch(it -> !able(it.entry())));
    add(start, 0, EnumSet.noneOf(Axis.class), conflictOf(start));
    while (!queue.isEmpty() && sequence < CANDIDATES_MAX) {
      var next = queue.remove();
      var conflict = next.conflict();
      if (conflict == null) {
        return new Strategy(next.terms());
      }
      expand(next, conflict);
    }
    return new Strategy(Map.of());
  }

  private void expand(Candidate from, Conflict conflict) {
    for (var axis : List.of(Axis.values()).reversed()) {
      if (conflict.axes().contains(axis) && !from.edited().contains(axis)) {
        Edit.adapting(axis, from.terms(), conflict.need()).stream()
            .filter(this::able)
            .forEach(edit -> follow(edit, from, conflict));
        var dropping = Edit.dropping(axis, from.terms());
        if (dropping == null || !follow(dropping, from, conflict)) {
          Edit.exchanging(axis, from.terms()).stream()
              .filter(this::able)
              .forEach(edit -> follow(edit, from, conflict));
        }
      }
    }
  }

  private boolean able(Edit edit) {
    return edit.terms().values().stream().flatMap(Term::nest).allMatch(it -> able(it.entry()));
  }

  private boolean able(Entry entry) {
    return entry.uses().containsAll(uses);
  }

  /** Queues what an edit leads to, if it removes the conflict. */
  private boolean follow(Edit edit, Candidate from, Conflict conflict) {
    var terms = NormalForm.of(edit.terms());
    var left = conflictOf(terms);
    if (left != null && left.sameAs(conflict)) {
      return false;
    }
    var edited = EnumSet.copyOf(edit.axes());
    edited.addAll(from.edited());
    add(terms, from.cost() + edit.cost(), edited, left);
    return true;
  }

  private void add(Map<Axis, Term> terms, int cost, Set<Axis> edited, @Nullable Conflict conflict) {
    queue.add(new Candidate(terms, cost, sequence++, edited, conflict));
  }

  private @Nullable Conflict conflictOf(Map<Axis, Term> terms) {
    return Combination.conflict(Defaults.complete(terms), uses);
  }
}
