package io.weft.strategy;

import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Term;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One change to the terms of a line.
 *
 * @param terms the line after the change
 * @param cost how far it leads away from what was written
 * @param axes those that it touches
 */
record Edit(Map<Axis, Term> terms, int cost, Set<Axis> axes) {
  /** A term added, a word changed, a wrapper put in. */
  private static final int SMALL = 1;

  /** Something written is gone, or replaced by its like. */
  private static final int LOSS = 3;

  /** Something written has become something else. */
  private static final int EXCHANGED = 4;

  /** Changes that keep the term on an axis in some form: another word, one wrapper more or less. */
  static List<Edit> adapting(Axis axis, Map<Axis, Term> terms, Capability need) {
    var edits = new ArrayList<Edit>();
    var term = terms.get(axis);
    if (term != null) {
      for (var other : otherWords(term)) {
        edits.add(replacing(axis, other, terms, SMALL));
      }
      for (var other : wrapped(term, need)) {
        edits.add(replacing(axis, other, terms, SMALL));
      }
      for (var other : reduced(term)) {
        edits.add(replacing(axis, other, terms, LOSS));
      }
    }
    var compression = terms.get(Axis.COMPRESSION);
    if (need == Capability.CODES && compression != null) {
      edits.addAll(moving(compression, terms));
    }
    return edits;
  }

  /** Leaves the term on an axis out; null where none was written. */
  static @Nullable Edit dropping(Axis axis, Map<Axis, Term> terms) {
    return terms.containsKey(axis) ? replacing(axis, null, terms, LOSS) : null;
  }

  /** Puts any other name on an axis, with any of its words. */
  static List<Edit> exchanging(Axis axis, Map<Axis, Term> terms) {
    var written = terms.get(axis);
    int cost = written == null ? SMALL : EXCHANGED;
    var edits = new ArrayList<Edit>();
    for (var entry : Catalogue.entries(axis)) {
      if (entry.stands() && (written == null || !entry.equals(written.entry()))) {
        edits.add(replacing(axis, entry.term(), terms, cost));
        for (var other : otherWords(entry.term())) {
          edits.add(replacing(axis, other, terms, cost + SMALL));
        }
      }
    }
    return edits;
  }

  private static Edit replacing(Axis axis, @Nullable Term term, Map<Axis, Term> terms, int cost) {
    var changed = new EnumMap<Axis, Term>(Axis.class);
    changed.putAll(terms);
    if (term == null) {
      changed.remove(axis);
    } else {
      changed.put(axis, term);
    }
    return new Edit(changed, cost, Set.of(axis));
  }

  private static List<Term> otherWords(Term term) {
    var others = new ArrayList<Term>();
    for (var parameter : term.entry().parameters()) {
      if (parameter.kind() instanceof Kind.Word(var options)) {
        options.forEach(option -> others.add(term.with(parameter.name(), option.term())));
      }
    }
    others.remove(term);
    return others;
  }

  /** The term with a wrapper that offers what is needed put in somewhere. */
  private static List<Term> wrapped(Term term, Capability need) {
    var wrappers =
        Catalogue.entries(Axis.COMPRESSION).stream()
            .filter(entry -> entry.wraps() && entry.parameters().size() == 1)
            .filter(entry -> entry.offers().contains(need))
            .toList();
    var results = new ArrayList<Term>();
    for (var wrapper : wrappers) {
      results.addAll(wrapped(term, wrapper));
    }
    return results;
  }

  private static List<Term> wrapped(Term term, Entry wrapper) {
    var results = new ArrayList<Term>();
    if (term.entry().axis() == Axis.COMPRESSION) {
      results.add(new Term(wrapper, List.of(term)));
    }
    var inner = term.inner();
    if (inner != null) {
      wrapped(inner, wrapper).forEach(changed -> results.add(term.with("c", changed)));
    }
    return results;
  }

  /** The term with one wrapper less, or with another compression of the same family inside. */
  private static List<Term> reduced(Term term) {
    var results = new ArrayList<Term>();
    var inner = term.inner();
    if (inner != null) {
      if (term.entry().wraps()) {
        results.add(inner);
      }
      reduced(inner).forEach(changed -> results.add(term.with("c", changed)));
    } else if (term.entry().axis() == Axis.COMPRESSION) {
      for (var entry : Catalogue.family(term.entry())) {
        if (entry.stands() && !entry.equals(term.entry())) {
          results.add(withValuesOf(term, entry.term()));
        }
      }
    }
    return results;
  }

  /** A term with the values that another gives, beyond its defaults, to equal parameters. */
  private static Term withValuesOf(Term from, Term to) {
    var result = to;
    for (var parameter : from.entry().parameters()) {
      var value = from.value(parameter.name());
      var target = to.entry().parameter(parameter.name());
      boolean said = !value.equals(parameter.fallback());
      if (said && target != null && target.kind().admits(value)) {
        result = result.with(target.name(), value);
      }
    }
    return result;
  }

  /** The compression taken into a term of another axis. */
  private static List<Edit> moving(Term compression, Map<Axis, Term> terms) {
    var edits = new ArrayList<Edit>();
    for (var entry : Catalogue.entries()) {
      boolean takes =
          entry.parameters().size() == 1
              && entry.parameters().getFirst().kind() instanceof Kind.Nested;
      if (takes && !entry.wraps()) {
        var changed = new EnumMap<Axis, Term>(Axis.class);
        changed.putAll(terms);
        changed.remove(Axis.COMPRESSION);
        int cost = changed.containsKey(entry.axis()) ? LOSS : SMALL;
        changed.put(entry.axis(), new Term(entry, List.of(compression)));
        edits.add(new Edit(changed, cost, Set.of(Axis.COMPRESSION, entry.axis())));
      }
    }
    return edits;
  }
}
