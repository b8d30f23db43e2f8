package io.weft.strategy.line;

/** A syntax error with the line below it and a caret under the column. */
final class Caret {
  private Caret() {}

  static StrategyException under(String line, int column, String problem) {
    return new StrategyException(
        "%s at column %d:%n  %s%n  %s^"
            .formatted(problem, column, printable(line), " ".repeat(column - 1)));
  }

  /** One column per character, and no control character reaches a terminal. */
  private static String printable(String line) {
    var shown = new StringBuilder();
    line.chars().forEach(c -> shown.append(Character.isISOControl(c) ? ' ' : (char) c));
    return shown.toString();
  }
}
