package io.weft.strategy.line;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Reads a line by recursive descent: one method per rule of the grammar in package-info. */
public final class Parser {
  /** Far more than any nest of wrappers needs; keeps hostile input from exhausting the stack. */
  static final int DEPTH_MAX = 16;

  private final String line;
  private final List<Token> tokens;
  private int next;
  private int depth;

  private Parser(String line) {
    this.line = line;
    this.tokens = Tokeniser.tokens(line);
  }

  /**
   * The terms of a line, in the order written.
   *
   * @throws StrategyException with the line and a caret, if it does not follow the grammar
   */
  public static List<Written.Term> parse(String line) {
    return new Parser(line).strategy();
  }

  private List<Written.Term> strategy() {
    var terms = new ArrayList<Written.Term>();
    do {
      terms.add(term());
    } while (take(Token.Type.PLUS));
    expect(Token.Type.END, "\"+\" or the end of the line");
    return List.copyOf(terms);
  }

  private Written.Term term() {
    var name = expect(Token.Type.NAME, "a name");
    if (++depth > DEPTH_MAX) {
      throw Caret.under(line, name.column(), "terms nested more than " + DEPTH_MAX + " deep");
    }
    var arguments = take(Token.Type.OPEN) ? arguments() : List.<Written.Argument>of();
    depth--;
    return new Written.Term(name.text(), arguments, name.column());
  }

  private List<Written.Argument> arguments() {
    var arguments = new ArrayList<Written.Argument>();
    if (take(Token.Type.CLOSE)) {
      return arguments;
    }
    do {
      arguments.add(argument());
    } while (take(Token.Type.COMMA));
    expect(Token.Type.CLOSE, "\",\" or \")\"");
    return arguments;
  }

  private Written.Argument argument() {
    var first = peek();
    if (first.type() == Token.Type.NAME && tokens.get(next + 1).type() == Token.Type.EQUALS) {
      next += 2;
      return new Written.Argument(first.text(), value(), first.column());
    }
    return new Written.Argument(null, value(), first.column());
  }

  private Written value() {
    var token = peek();
    return switch (token.type()) {
      case NAME -> term();
      case NUMBER -> number(take());
      case SIZE -> size(take());
      case OPEN, CLOSE, COMMA, EQUALS, PLUS, END -> throw unexpected("a value");
    };
  }

  private Written number(Token token) {
    try {
      var value = new BigDecimal(token.text());
      if (Double.isFinite(value.doubleValue())) {
        return new Written.Numeral(token.text(), value, token.column());
      }
    } catch (NumberFormatException e) {
      // An exponent beyond the range of int: too large, as below.
    }
    throw Caret.under(line, token.column(), "expected a number below 1.8e308, found a larger one");
  }

  private Written size(Token token) {
    try {
      return new Written.Size(token.text(), Literal.bytes(token.text()), token.column());
    } catch (ArithmeticException | NumberFormatException e) {
      throw Caret.under(
          line,
          token.column(),
          "expected a whole number of bytes below 8e9GB, found \"%s\"".formatted(token.text()));
    }
  }

  private Token peek() {
    return tokens.get(next);
  }

  private Token take() {
    return tokens.get(next++);
  }

  private boolean take(Token.Type type) {
    boolean found = peek().type() == type;
    if (found) {
      next++;
    }
    return found;
  }

  private Token expect(Token.Type type, String what) {
    if (peek().type() != type) {
      throw unexpected(what);
    }
    return take();
  }

  private StrategyException unexpected(String what) {
    var found = peek();
    return Caret.under(
        line, found.column(), "expected %s, found %s".formatted(what, found.shown()));
  }
}
