package io.weft.strategy.term;

import io.weft.strategy.line.Literal;

/** What a parameter holds. */
public sealed interface Value permits Value.Whole, Value.Decimal, Value.Size, Term {
  /** As the line writes it in canonical form. */
  String text();

  /** A whole number. */
  record Whole(long value) implements Value {
    @Override
    public String text() {
      return Long.toString(value);
    }
  }

  /** A number that need not be whole. */
  record Decimal(double value) implements Value {
    @Override
    public String text() {
      return Literal.number(value);
    }
  }

  /** A number of bytes. */
  record Size(long bytes) implements Value {
    @Override
    public String text() {
      return Literal.size(bytes);
    }
  }
}
