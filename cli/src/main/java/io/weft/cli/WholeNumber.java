package io.weft.cli;

/** A whole number as it is written on a command line. */
final class WholeNumber {
  private WholeNumber() {}

  static int ofInt(String text) {
    long number = ofLong(text);
    if (number != (int) number) {
      throw new IllegalArgumentException(
          "'%s' is too large: give at most %d".formatted(text, Integer.MAX_VALUE));
    }
    return (int) number;
  }

  static long ofLong(String text) {
    if (!text.matches("[+-]?\\d+")) {
      throw new IllegalArgumentException(
          "'%s' is no whole number: give one such as 10".formatted(text));
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) { // Only the length is left to be wrong.
      throw new IllegalArgumentException(
          "'%s' is too large: give at most %d".formatted(text, Long.MAX_VALUE), e);
    }
  }
}
