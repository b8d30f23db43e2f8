package io.weft.cli;

/** A number as it is written on a command line. */
final class DecimalNumber {
  private DecimalNumber() {}

  /** Reads {@code 0.1}, {@code 1e-3}, {@code 5}; whether it must be finite, its option says. */
  static double parse(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'%s' is no number: give one such as 0.1 or 1e-3".formatted(text), e);
    }
  }
}
