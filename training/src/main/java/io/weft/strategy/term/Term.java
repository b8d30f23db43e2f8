package io.weft.strategy.term;

import io.weft.strategy.line.StrategyException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A name with a value for each of its parameters.
 *
 * @param values in the order of the entry's parameters
 */
public record Term(Entry entry, List<Value> values) implements Value {
  public Term {
    values = List.copyOf(values);
    if (values.size() != entry.parameters().size()) {
      throw new IllegalArgumentException(
          "%s takes %d values, and %d were given"
              .formatted(entry.name(), entry.parameters().size(), values.size()));
    }
    for (int i = 0; i < values.size(); i++) {
      var parameter = entry.parameters().get(i);
      if (!parameter.kind().admits(values.get(i))) {
        throw new StrategyException(
            "%s of %s is %s, and %s is not"
                .formatted(
                    parameter.name(),
                    entry.name(),
                    parameter.kind().allowed(),
                    values.get(i).text()));
      }
    }
    checkFloors(entry, values);
  }

  private static void checkFloors(Entry entry, List<Value> values) {
    for (int i = 0; i < values.size(); i++) {
      var parameter = entry.parameters().get(i);
      var floor = parameter.floor() == null ? null : entry.parameter(parameter.floor());
      if (floor == null) {
        continue;
      }
      var least = values.get(entry.parameters().indexOf(floor));
      if (magnitude(values.get(i)) < magnitude(least)) {
        throw new StrategyException(
            "%s=%s of %s is below %s=%s: raise the one or lower the other"
                .formatted(
                    parameter.name(),
                    values.get(i).text(),
                    entry.name(),
                    floor.name(),
                    least.text()));
      }
    }
  }

  private static double magnitude(Value value) {
    return switch (value) {
      case Value.Whole(long number) -> number;
      case Value.Decimal(double number) -> number;
      case Value.Size(long bytes) -> bytes;
      case Term term -> throw new AssertionError(term.text() + " has no magnitude");
    };
  }

  public String name() {
    return entry.name();
  }

  /** The value of a parameter that the entry has. */
  public Value value(String parameter) {
    for (int i = 0; i < values.size(); i++) {
      if (entry.parameters().get(i).name().equals(parameter)) {
        return values.get(i);
      }
    }
    throw new IllegalArgumentException(
        "%s has no parameter %s: it is %s".formatted(name(), parameter, entry.signature()));
  }

  /** The value of a whole-number parameter. */
  public long whole(String parameter) {
    return value(parameter) instanceof Value.Whole(long number) ? number : wrong(parameter);
  }

  /** The value of a number parameter. */
  public double number(String parameter) {
    return value(parameter) instanceof Value.Decimal(double number) ? number : wrong(parameter);
  }

  /** The bytes of a size parameter. */
  public long bytes(String parameter) {
    return value(parameter) instanceof Value.Size(long bytes) ? bytes : wrong(parameter);
  }

  /** The word or the compression that a parameter holds. */
  public Term term(String parameter) {
    return value(parameter) instanceof Term term ? term : missing(parameter);
  }

  private long wrong(String parameter) {
    missing(parameter);
    return 0;
  }

  private Term missing(String parameter) {
    throw new IllegalArgumentException(
        "%s=%s of %s is of another kind".formatted(parameter, value(parameter).text(), name()));
  }

  /** The same with another value for one parameter. */
  public Term with(String parameter, Value value) {
    var changed = new ArrayList<>(values);
    changed.set(entry.parameters().indexOf(entry.parameter(parameter)), value);
    return new Term(entry, changed);
  }

  /** The compression that it takes in, or null. */
  public @Nullable Term inner() {
    for (int i = 0; i < values.size(); i++) {
      if (entry.parameters().get(i).kind() instanceof Kind.Nested
          && values.get(i) instanceof Term term) {
        return term;
      }
    }
    return null;
  }

  /** Itself and what stands inside it, the outermost first. */
  public Stream<Term> nest() {
    return Stream.iterate(this, Objects::nonNull, Term::inner);
  }

  /** What it offers: its own, that of its words, and what a wrapper lets through. */
  public Set<Capability> offers() {
    var offers = EnumSet.noneOf(Capability.class);
    var inner = inner();
    if (inner != null && entry.wraps()) {
      offers.addAll(inner.offers());
      offers.removeAll(entry.removes());
    }
    offers.addAll(entry.offers());
    for (var word : words()) {
      offers.addAll(word.offers());
    }
    return Collections.unmodifiableSet(offers);
  }

  /** The words among its values. */
  public List<Term> words() {
    var words = new ArrayList<Term>();
    for (int i = 0; i < values.size(); i++) {
      if (entry.parameters().get(i).kind() instanceof Kind.Word
          && values.get(i) instanceof Term term) {
        words.add(term);
      }
    }
    return words;
  }

  /** The sentence of its meaning, without its full stop, with the values in their places. */
  public String meaning() {
    return Wording.withValues(entry.meaning(), this);
  }

  /** The canonical form: every parameter named and printed. */
  @Override
  public String text() {
    var parts = new ArrayList<String>();
    for (int i = 0; i < values.size(); i++) {
      parts.add(entry.parameters().get(i).name() + "=" + values.get(i).text());
    }
    return withArguments(parts);
  }

  /** The shortest usual form: defaults left out, leading terms and required values unnamed. */
  public String brief() {
    var parts = new ArrayList<String>();
    boolean leading = true;
    for (int i = 0; i < values.size(); i++) {
      var parameter = entry.parameters().get(i);
      var value = values.get(i);
      boolean said = !value.equals(parameter.fallback());
      leading = leading && said && (parameter.fallback() == null || value instanceof Term);
      if (said) {
        String text = value instanceof Term term ? term.brief() : value.text();
        parts.add(leading ? text : parameter.name() + "=" + text);
      }
    }
    return withArguments(parts);
  }

  private String withArguments(List<String> parts) {
    return parts.isEmpty() ? name() : name() + "(" + String.join(", ", parts) + ")";
  }
}
