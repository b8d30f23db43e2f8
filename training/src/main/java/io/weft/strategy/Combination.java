package io.weft.strategy;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks terms against one another by what their entries declare: every need must be offered by the
 * term on the axis that it concerns. No name is treated specially.
 */
final class Combination {
  private Combination() {}

  /** The first reason why complete terms, in canonical order, do not go together, or null. */
  static @Nullable Conflict conflict(Map<Axis, Term> terms) {
    return conflict(terms, Set.of());
  }

  /** The same where they are to be used so: for that a name may need more. */
  static @Nullable Conflict conflict(Map<Axis, Term> terms, Set<Use> uses) {
    for (var term : terms.values()) {
      var conflict = insideOf(term, term.entry().axis());
      if (conflict != null) {
        return conflict;
      }
    }
    for (var term : terms.values()) {
      var conflict = unmet(term, terms, uses);
      if (conflict != null) {
        return conflict;
      }
    }
    return impossibleTraffic(terms);
  }

  /** A wrapper around something that it cannot stand around. */
  private static @Nullable Conflict insideOf(Term outer, Axis axis) {
    var inner = outer.inner();
    if (inner == null) {
      return null;
    }
    for (var parameter : outer.entry().parameters()) {
      if (parameter.kind() instanceof Kind.Nested(var needs)) {
        for (var need : needs) {
          if (!inner.offers().contains(need)) {
            return missing(outer.name(), need, inner, EnumSet.of(axis));
          }
        }
      }
    }
    return insideOf(inner, axis);
  }

  private static @Nullable Conflict unmet(Term asker, Map<Axis, Term> terms, Set<Use> uses) {
    var axis = asker.entry().axis();
    for (var need : axis.needs()) {
      if (!met(need, terms)) {
        return missing(asker.name(), need, terms, axis);
      }
    }
    for (var part : parts(asker)) {
      for (var need : part.entry().needs(uses)) {
        if (!met(need, terms)) {
          return missing(part.name(), need, terms, axis);
        }
      }
    }
    return null;
  }

  private static boolean met(Capability need, Map<Axis, Term> terms) {
    var other = terms.get(need.axis());
    return other == null || other.offers().contains(need);
  }

  /** A term, its words, and all that stands inside it. */
  private static List<Term> parts(Term term) {
    var parts = new ArrayList<Term>();
    for (Term part = term; part != null; part = part.inner()) {
      parts.add(part);
      parts.addAll(part.words());
    }
    return parts;
  }

  private static Conflict missing(String asker, Capability need, Map<Axis, Term> terms, Axis axis) {
    var lacking = terms.get(need.axis());
    if (lacking == null) {
      throw new AssertionError(need + " was asked of an empty axis");
    }
    return missing(asker, need, lacking, EnumSet.of(need.axis(), axis));
  }

  private static Conflict missing(String asker, Capability need, Term lacking, Set<Axis> axes) {
    String reason =
        "\"%s\" needs %s, and \"%s\" is not one".formatted(asker, need.words(), shown(lacking));
    return new Conflict(asker, need, reason, axes);
  }

  /** The short form, with the words that matter to other terms even where they are defaults. */
  private static String shown(Term term) {
    for (var word : term.words()) {
      if (!word.offers().isEmpty()) {
        return "%s(%s)".formatted(term.name(), word.name());
      }
    }
    return term.brief();
  }

  private static @Nullable Conflict impossibleTraffic(Map<Axis, Term> terms) {
    var collective = terms.get(Axis.COLLECTIVE);
    if (collective == null || !Traffic.operations(terms).isEmpty()) {
      return null;
    }
    var missing = EnumSet.copyOf(Traffic.alternatives(terms).getFirst());
    String needed = Traffic.words(missing);
    missing.removeAll(collective.offers());
    String reason =
        "the exchanges need %s, and \"%s\" can only do %s"
            .formatted(needed, collective.name(), Traffic.words(collective.offers()));
    return new Conflict(
        "exchange",
        missing.iterator().next(),
        reason,
        EnumSet.of(Axis.SCHEDULE, Axis.COMPRESSION, Axis.COLLECTIVE));
  }
}
