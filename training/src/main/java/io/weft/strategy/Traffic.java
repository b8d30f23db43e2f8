package io.weft.strategy;

import static io.weft.strategy.term.Capability.ALL_GATHER;
import static io.weft.strategy.term.Capability.ALL_REDUCE;
import static io.weft.strategy.term.Capability.ALL_TO_ALL;
import static io.weft.strategy.term.Capability.DENSE_PARTS;
import static io.weft.strategy.term.Capability.GATHERS;
import static io.weft.strategy.term.Capability.HALVES;
import static io.weft.strategy.term.Capability.MERGES;
import static io.weft.strategy.term.Capability.OWN_PROGRAM;
import static io.weft.strategy.term.Capability.REDUCE_SCATTER;
import static io.weft.strategy.term.Capability.SUMS;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Of which collective operations the exchanges consist. It follows from whether codes can be added
 * on the way, and from whether the schedule runs an exchange whole or in two halves:
 *
 * <pre>{@code
 *              whole        halves
 * added        all-reduce   reduce-scatter, all-gather
 * gathered     all-gather   all-to-all (each rank its part), all-gather
 * merged       the compression's own program
 * }</pre>
 */
final class Traffic {
  private Traffic() {}

  /** The sets of operations that would do, the cheapest first. */
  static List<Set<Capability>> alternatives(Map<Axis, Term> terms) {
    var schedule = terms.get(Axis.SCHEDULE);
    var compression = terms.get(Axis.COMPRESSION);
    boolean halves = schedule != null && schedule.offers().contains(HALVES);
    var added = halves ? EnumSet.of(REDUCE_SCATTER, ALL_GATHER) : EnumSet.of(ALL_REDUCE);
    if (compression == null) {
      return List.of(added);
    }
    var offers = compression.offers();
    var alternatives = new ArrayList<Set<Capability>>();
    if (offers.contains(SUMS)) {
      alternatives.add(EnumSet.copyOf(added));
    }
    if (offers.contains(GATHERS)) {
      alternatives.add(halves ? EnumSet.of(ALL_TO_ALL, ALL_GATHER) : EnumSet.of(ALL_GATHER));
    }
    if (offers.contains(MERGES)) {
      alternatives.add(EnumSet.of(OWN_PROGRAM));
    }
    if (offers.contains(DENSE_PARTS)) {
      alternatives.forEach(operations -> operations.addAll(added));
    }
    return alternatives;
  }

  /** The operations that these terms will use; none where the collective can do no alternative. */
  static Set<Capability> operations(Map<Axis, Term> terms) {
    var collective = terms.get(Axis.COLLECTIVE);
    if (collective == null) {
      return Set.of();
    }
    return alternatives(terms).stream()
        .filter(operations -> collective.offers().containsAll(operations))
        .findFirst()
        .orElse(Set.of());
  }

  /** Operations in words: {@code a reduce-scatter and an all-gather}. */
  static String words(Collection<Capability> operations) {
    var words =
        operations.stream()
            .filter(operation -> operation != OWN_PROGRAM)
            .map(Traffic::word)
            .toList();
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  private static String word(Capability operation) {
    String name = operation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return (operation == REDUCE_SCATTER ? "a " : "an ") + name;
  }
}
