package io.weft.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a command writes and what is at the other end. Both writers are UTF-8 whatever the locale,
 * because JSON is.
 *
 * @param colour standard output may carry colours
 * @param overwrites standard error is a screen, on which a progress line may replace the last one
 * @param columns how wide lines of standard output may be; 0 for as wide as they are
 */
public record Terminal(
    PrintWriter out, PrintWriter err, boolean colour, boolean overwrites, int columns) {
  /** Set by {@code ./weft}, which can ask each stream what the JVM cannot. */
  private static final String OUT_PROPERTY = "weft.terminal.out";

  private static final String ERR_PROPERTY = "weft.terminal.err";
  private static final String COLUMNS_PROPERTY = "weft.terminal.columns";

  /** Narrower than any table can be read. */
  private static final int COLUMNS_LEAST = 40;

  /** With lines as wide as they are. */
  public Terminal(PrintWriter out, PrintWriter err, boolean colour, boolean overwrites) {
    this(out, err, colour, overwrites, 0);
  }

  /** The terminal of this process. */
  public static Terminal ofProcess() {
    var environment = System.getenv();
    return new Terminal(
        writer(FileDescriptor.out),
        writer(FileDescriptor.err),
        wantsColour(environment, Boolean.getBoolean(OUT_PROPERTY)),
        Boolean.getBoolean(ERR_PROPERTY) && !isDumb(environment),
        columns(environment, Integer.getInteger(COLUMNS_PROPERTY, 0)));
  }

  /** As the user says in {@code COLUMNS}, or else as the screen is; a pipe has no width. */
  static int columns(Map<String, String> environment, int screen) {
    var said = environment.getOrDefault("COLUMNS", "");
    int columns = said.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(said) : screen;
    return columns <= 0 ? 0 : Math.max(COLUMNS_LEAST, columns);
  }

  /** Colours need a screen that shows them and a user who did not refuse them (no-color.org). */
  static boolean wantsColour(Map<String, String> environment, boolean screen) {
    boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return screen && !refused && !isDumb(environment);
  }

  private static boolean isDumb(Map<String, String> environment) {
    return environment.getOrDefault("TERM", "").equals("dumb");
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
  }
}
