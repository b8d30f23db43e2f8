package io.weft.cli;

import java.io.PrintWriter;
import java.util.List;

/**
 * All that a command prints. A result is said twice, as {@link #line text} for people and as an
 * {@link #event} for programs, and the user's choice of {@code --json} decides which one appears;
 * {@link #note notes} and {@link #progress} go to standard error in both cases.
 *
 * <p>May be used from any thread; lines are never mixed.
 */
public final class Output {
  private static final String ERASE_LINE = "\r\u001b[K";

  private final Terminal terminal;
  private final boolean json;
  private final boolean verbose;

  /** The note that was printed last, if nothing came after it; empty if something did. */
  private String lastNote = "";

  private static final String LINE_UP = "\u001b[A";

  /** How wide a screen is whose width nobody knows. */
  private static final int COLUMNS_USUAL = 80;

  /**
   * So many lines of progress are on the screen, and are erased before anything else is printed.
   */
  private int linesShown;

  Output(Terminal terminal, boolean json, boolean verbose) {
    this.terminal = terminal;
    this.json = json;
    this.verbose = verbose;
  }

  /** Whether the user asked for JSON Lines. */
  public boolean json() {
    return json;
  }

  /** A line of the result for people, on standard output; with {@code --json} nothing. */
  public synchronized void line(String text) {
    if (!json) {
      eraseProgress();
      print(terminal.out(), text);
    }
  }

  /** A table of the result for people, on standard output; with {@code --json} nothing. */
  public synchronized void table(Table table) {
    table.lines(terminal.columns()).forEach(this::line);
  }

  /** Sentences of the result for people, broken between words where the terminal ends. */
  public synchronized void paragraph(String text) {
    Paragraph.lines(text, terminal.columns()).forEach(this::line);
  }

  /** A line of the result for programs, on standard output; without {@code --json} nothing. */
  public synchronized void event(JsonEvent event) {
    if (json) {
      eraseProgress();
      print(terminal.out(), JsonLines.line(event));
    }
  }

  /** What another process wrote to its standard output; with {@code --json} on standard error. */
  public synchronized void relay(String line) {
    eraseProgress();
    print(json ? terminal.err() : terminal.out(), line);
  }

  /** What a process of ours wrote to its standard output in the form that is asked for. */
  public synchronized void pass(String line) {
    eraseProgress();
    print(terminal.out(), line);
  }

  /** What another process wrote to its standard error. */
  public synchronized void relayError(String line) {
    eraseProgress();
    print(terminal.err(), line);
  }

  /** A sentence that is not part of the result, on standard error. */
  public synchronized void note(String sentence) {
    eraseProgress();
    boolean wraps = terminal.overwrites() && terminal.columns() > 0 && !sentence.contains("\n");
    var said = "weft: " + sentence;
    var lines = wraps ? Paragraph.lines(said, terminal.columns() - 1) : List.of(said);
    lines.forEach(line -> print(terminal.err(), line));
    lastNote = sentence;
  }

  /** Whether this is the last thing that was printed, and stays. */
  public synchronized boolean isLastNote(String sentence) {
    return lastNote.equals(sentence);
  }

  /** A sentence for those who want to know more, on standard error; without -v nothing. */
  public synchronized void detail(String sentence) {
    if (verbose) {
      note(sentence);
    }
  }

  /**
   * What is being done now, on standard error. On a screen it is replaced by whatever comes next;
   * in a log each call is a line, so call it when something changes, not on every step.
   */
  public synchronized void progress(String sentence) {
    if (!terminal.overwrites()) {
      note(sentence);
      return;
    }
    block(List.of(sentence));
  }

  /** Whether standard error is a screen, on which what is there can be replaced. */
  public boolean overwrites() {
    return terminal.overwrites();
  }

  /** How wide the screen is. */
  public int screenColumns() {
    return terminal.columns() == 0 ? COLUMNS_USUAL : terminal.columns();
  }

  /**
   * Several lines of progress on a screen, none of them wider than it; they too are replaced by
   * whatever comes next.
   */
  public synchronized void block(List<String> lines) {
    terminal.err().print(erasing(Math.max(1, linesShown)) + String.join("\n", lines));
    terminal.err().flush();
    linesShown = lines.size();
  }

  /** Takes the lines of progress off the screen; nothing where there are none. */
  public synchronized void eraseProgress() {
    if (linesShown > 0) {
      terminal.err().print(erasing(linesShown));
      terminal.err().flush();
      linesShown = 0;
    }
  }

  private static String erasing(int lines) {
    return ERASE_LINE + (LINE_UP + ERASE_LINE).repeat(lines - 1);
  }

  private void print(PrintWriter writer, String line) {
    writer.print(line + "\n");
    writer.flush();
    lastNote = "";
  }
}
