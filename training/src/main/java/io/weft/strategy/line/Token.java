package io.weft.strategy.line;

/**
 * One token of a line.
 *
 * @param text as written; empty at the end of the line
 * @param column where it starts, from 1
 */
record Token(Type type, String text, int column) {
  enum Type {
    NAME,
    NUMBER,
    SIZE,
    OPEN,
    CLOSE,
    COMMA,
    EQUALS,
    PLUS,
    END
  }

  String shown() {
    return type == Type.END ? "the end of the line" : "\"" + text + "\"";
  }
}
