package io.weft.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** The stack trace of a bug of ours, kept in a file because it is of no use to the reader. */
final class CrashReport {
  private CrashReport() {}

  /**
   * A new file in the folder for temporary files; the command line, which may hold a secret, is not
   * in it.
   */
  static Path write(Throwable bug) throws IOException {
    Path file = Files.createTempFile("weft-bug-", ".txt");
    return Files.writeString(file, VersionEvent.current().text() + "\n\n" + stackTrace(bug));
  }

  static String stackTrace(Throwable bug) {
    var text = new StringWriter();
    bug.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
