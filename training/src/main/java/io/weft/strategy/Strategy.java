package io.weft.strategy;

import static java.util.stream.Collectors.joining;

import io.weft.strategy.line.Parser;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Use;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a network is trained on several machines: at most one term per axis. Axes that are left out
 * take their defaults; superfluous wrappers are removed; terms that do not go together are refused.
 *
 * <p>Compression is absent unless written, the gossip method is absent unless the architecture is
 * {@code gossip}, and with {@code local}, which exchanges nothing, all other axes are absent.
 *
 * <p>A line holds no paths: {@code gossip(file)} says that the graph of neighbours comes from a
 * file, and which file is a setting of the run. So equal lines mean the same on every machine.
 *
 * @param terms in canonical order of the axes
 */
public record Strategy(Map<Axis, Term> terms) {
  /**
   * @throws StrategyException if the terms do not go together, with the nearest strategy that can
   *     be trained with
   */
  public Strategy {
    var written = NormalForm.of(terms);
    var complete = Defaults.complete(written);
    var conflict = Combination.conflict(complete);
    if (conflict != null) {
      throw refusing(conflict.reason(), written, Use.TRAIN);
    }
    terms = Collections.unmodifiableMap(complete);
  }

  /**
   * Reads a strategy line.
   *
   * @throws StrategyException if the line cannot be read, names something unknown, gives a wrong
   *     value, or combines what does not go together
   */
  public static Strategy parse(String line) {
    return new Strategy(Reader.read(Parser.parse(line)));
  }

  /** The term on an axis; empty where the axis does not apply or nothing is done on it. */
  public Optional<Term> term(Axis axis) {
    return Optional.ofNullable(terms.get(axis));
  }

  /** What can be done with it today. */
  public Set<Use> uses() {
    var uses = EnumSet.allOf(Use.class);
    uses.removeIf(use -> obstacle(use).isPresent());
    return Collections.unmodifiableSet(uses);
  }

  /**
   * What stands against a use today, a clause that begins with "because"; empty if nothing does.
   */
  public Optional<String> obstacle(Use use) {
    var unable =
        terms.values().stream()
            .flatMap(Term::nest)
            .filter(term -> !term.entry().uses().contains(use))
            .map(Term::name)
            .toList();
    if (!unable.isEmpty()) {
      return Optional.of("because of " + String.join(" and ", unable));
    }
    return Optional.ofNullable(Combination.conflict(terms, EnumSet.of(use)))
        .map(conflict -> "because " + conflict.reason());
  }

  /**
   * The one answer to whether it can be used so: what stands against it, and the nearest strategy
   * that can; empty if nothing does.
   */
  public Optional<StrategyException> refusal(Use use) {
    return obstacle(use)
        .map(
            because -> {
              var reason =
                  "strategy \"%s\" cannot %s yet, %s".formatted(brief(), use.passive(), because);
              return refusing(reason, terms, use);
            });
  }

  /**
   * Makes sure of a use.
   *
   * @throws StrategyException its {@linkplain #refusal refusal}, if it is refused
   */
  public void require(Use use) {
    var refusal = refusal(use);
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  private static StrategyException refusing(String reason, Map<Axis, Term> terms, Use use) {
    return StrategyException.refusing(
        reason, use.passive(), Repair.nearest(terms, EnumSet.of(use)).brief());
  }

  /**
   * The one line that stands for this strategy in files and fingerprints: axes in order, defaults
   * included, every parameter named.
   */
  public String canonical() {
    return terms.values().stream().map(Term::text).collect(joining(" + "));
  }

  /** A short line for people: what equals its default is left out. */
  public String brief() {
    var rest = Defaults.beyond(terms);
    return rest.isEmpty()
        ? Defaults.SYNCHRONISATION.brief()
        : rest.values().stream().map(Term::brief).collect(joining(" + "));
  }

  @Override
  public String toString() {
    return canonical();
  }
}
