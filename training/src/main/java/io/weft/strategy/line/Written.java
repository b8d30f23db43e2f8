package io.weft.strategy.line;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value as it stands in a line: read by the grammar, not yet looked up anywhere. */
public sealed interface Written {
  /** Where it starts, from 1. */
  int column();

  /** What to call it in a message. */
  String text();

  /** A name with its arguments, if any. */
  record Term(String name, List<Argument> arguments, int column) implements Written {
    public Term {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String text() {
      return name;
    }
  }

  /** A number without a unit. */
  record Numeral(String text, BigDecimal value, int column) implements Written {}

  /** A number with a unit. */
  record Size(String text, long bytes, int column) implements Written {}

  /**
   * A value given to a term.
   *
   * @param name null where the value is positional
   * @param column of the name, or of the value where there is none
   */
  record Argument(@Nullable String name, Written value, int column) {}
}
