package io.weft.strategy.line;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts a line into tokens. */
final class Tokeniser {
  /** Far more than any strategy needs; keeps a mistaken file from being read as a line. */
  static final int LINE_LENGTH_MAX = 2_000;

  private static final Pattern SPACE = Pattern.compile("[ \t]*");
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<name>[a-z][a-z0-9-]*)"
              + "|(?<number>[0-9]+(?:\\.[0-9]+)?(?:e-?[0-9]+)?)(?<unit>[A-Za-z]*)"
              + "|(?<mark>[()+,=])");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  private final String line;
  private final List<Token> tokens = new ArrayList<>();

  private Tokeniser(String line) {
    this.line = line;
  }

  /** The tokens of a line; the last one is {@link Token.Type#END}. */
  static List<Token> tokens(String line) {
    if (line.length() > LINE_LENGTH_MAX) {
      throw new StrategyException(
          "a strategy line has at most %d characters, and this one has %d"
              .formatted(LINE_LENGTH_MAX, line.length()));
    }
    return new Tokeniser(line).run();
  }

  private List<Token> run() {
    var matcher = TOKEN.matcher(line);
    int at = skipSpace(0);
    while (at < line.length()) {
      if (!matcher.region(at, line.length()).lookingAt()) {
        throw unreadable(at);
      }
      tokens.add(token(matcher, at + 1));
      at = skipSpace(matcher.end());
    }
    tokens.add(new Token(Token.Type.END, "", line.length() + 1));
    return tokens;
  }

  private int skipSpace(int from) {
    var space = SPACE.matcher(line).region(from, line.length());
    return space.lookingAt() ? space.end() : from;
  }

  private Token token(Matcher found, int column) {
    if (found.group("name") != null) {
      return new Token(Token.Type.NAME, found.group(), column);
    }
    if (found.group("number") != null) {
      return quantity(requireNonNull(found.group("unit")), found.group(), column);
    }
    var type =
        switch (found.group().charAt(0)) {
          case '(' -> Token.Type.OPEN;
          case ')' -> Token.Type.CLOSE;
          case ',' -> Token.Type.COMMA;
          case '=' -> Token.Type.EQUALS;
          default -> Token.Type.PLUS;
        };
    return new Token(type, found.group(), column);
  }

  private Token quantity(String unit, String text, int column) {
    if (unit.isEmpty()) {
      return new Token(Token.Type.NUMBER, text, column);
    }
    if (Literal.isUnit(unit)) {
      return new Token(Token.Type.SIZE, text, column);
    }
    throw Caret.under(
        line,
        column + text.length() - unit.length(),
        "expected one of the units B, KB, MB, GB, found \"%s\"".formatted(unit));
  }

  private StrategyException unreadable(int at) {
    var word = WORD.matcher(line).region(at, line.length());
    if (word.lookingAt()) {
      return Caret.under(
          line,
          at + 1,
          "expected a name in lower-case letters, digits and \"-\", found \"%s\""
              .formatted(word.group()));
    }
    return Caret.under(
        line,
        at + 1,
        "expected a name, a number or one of ( ) + , =, found \"%s\""
            .formatted(Character.isISOControl(line.charAt(at)) ? "?" : line.charAt(at)));
  }
}
