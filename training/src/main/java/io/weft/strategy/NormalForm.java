package io.weft.strategy;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Term;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * Removes wrappers that change nothing, by what they add and remove. With F for {@code
 * error-feedback} and P for {@code plain}:
 *
 * <ul>
 *   <li>superfluous: F(c) = c where c has feedback already, so F(F(c)) = F(c); P(c) = c where c has
 *       none
 *   <li>undone: F(P(c)) = F(c) and P(F(c)) = P(c), the outer one decides
 *   <li>absorbed: a gossip method that compensates losses itself takes F(c) and P(c) as c
 * </ul>
 *
 * <p>Only wrappers without parameters of their own are removed.
 */
final class NormalForm {
  private NormalForm() {}

  static Map<Axis, Term> of(Map<Axis, Term> terms) {
    var normal = new EnumMap<Axis, Term>(Axis.class);
    terms.forEach(
        (axis, term) -> {
          if (term.entry().axis() != axis) {
            throw new IllegalArgumentException(
                "%s is %s and stands on the axis %s"
                    .formatted(term.name(), term.entry().axis().aTitle(), axis.title()));
          }
          normal.put(axis, of(term));
        });
    return normal;
  }

  static Term of(Term term) {
    var written = term.inner();
    if (written == null) {
      return term;
    }
    var inner = of(written);
    var content = inner.inner();
    if (content != null && simple(inner.entry()) && decides(term.entry(), inner.entry())) {
      return of(holding(term, content));
    }
    return superfluous(term.entry(), inner.offers()) ? inner : holding(term, inner);
  }

  private static Term holding(Term outer, Term inner) {
    return outer.with("c", inner);
  }

  private static boolean superfluous(Entry wrapper, Set<Capability> inner) {
    return simple(wrapper)
        && inner.containsAll(wrapper.offers())
        && wrapper.removes().stream().noneMatch(inner::contains);
  }

  /** Whether what the inner wrapper does is undone, or done again, by the outer one. */
  private static boolean decides(Entry outer, Entry inner) {
    boolean undone =
        outer.offers().containsAll(inner.removes()) && outer.removes().containsAll(inner.offers());
    boolean repeated = inner.removes().isEmpty() && outer.offers().containsAll(inner.offers());
    return undone || repeated;
  }

  /** A wrapper whose only parameter is the compression inside it. */
  private static boolean simple(Entry entry) {
    return entry.wraps() && entry.parameters().size() == 1;
  }
}
