package io.weft.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** A terminal that remembers what was printed. */
public final class RecordedTerminal {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** A pipe: no colours, and progress as lines. */
  public Terminal pipe() {
    return new Terminal(new PrintWriter(out), new PrintWriter(err), false, false);
  }

  /** A pipe to a reader who wants lines of some width. */
  public Terminal pipe(int columns) {
    return new Terminal(new PrintWriter(out), new PrintWriter(err), false, false, columns);
  }

  /** A screen that shows colours. */
  public Terminal screen() {
    return new Terminal(new PrintWriter(out), new PrintWriter(err), true, true);
  }

  /** A screen that wide. */
  public Terminal screen(int columns) {
    return new Terminal(new PrintWriter(out), new PrintWriter(err), true, true, columns);
  }

  /** What a command prints to. */
  public Output output(Terminal terminal) {
    return new Output(terminal, false, false);
  }

  public String out() {
    return out.toString();
  }

  public String err() {
    return err.toString();
  }

  public List<String> outLines() {
    return out().lines().toList();
  }
}
