package io.weft.run;

import io.weft.cli.JsonEvent;
import io.weft.cli.JsonLines;
import io.weft.cli.Output;
import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of events, one line each, to which a run adds. A disk that is full costs lines and not the
 * run; it is said once.
 */
final class Metrics {
  private final Path file;
  private final Output output;
  private boolean failed;

  Metrics(Path file, Output output) {
    this.file = file;
    this.output = output;
  }

  void add(JsonEvent event) {
    try {
      Files.writeString(
          file, JsonLines.line(event) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      if (!failed) {
        output.note(
            "warning: %s lacks lines: %s; training goes on".formatted(file, FileTrouble.reason(e)));
      }
      failed = true;
    }
  }
}
