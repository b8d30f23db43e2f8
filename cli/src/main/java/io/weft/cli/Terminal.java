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
 */
public record Terminal(PrintWriter out, PrintWriter err, boolean colour, boolean overwrites) {
  /** Set by {@code ./weft}, which can ask each stream what the JVM cannot. */
  private static final String OUT_PROPERTY = "weft.terminal.out";

  private static final String ERR_PROPERTY = "weft.terminal.err";

  /** The terminal of this process. */
  public static Terminal ofProcess() {
    var environment = System.getenv();
    return new Terminal(
        writer(FileDescriptor.out),
        writer(FileDescriptor.err),
        wantsColour(environment, Boolean.getBoolean(OUT_PROPERTY)),
        Boolean.getBoolean(ERR_PROPERTY) && !isDumb(environment));
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
