package io.weft.run;

import io.weft.cli.JsonEvent;
import io.weft.cli.JsonLines;
import io.weft.cli.Output;
import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/**
 * A file of events, one line each, to which a run adds. A disk that is full costs lines and not the
 * run; it is said once.
 */
final class Metrics {
  private static final Pattern STEP = Pattern.compile("\"step\":(\\d{1,18})");

  private final Path file;
  private final Output output;
  private boolean failed;

  Metrics(Path file, Output output) {
    this.file = file;
    this.output = output;
  }

  /** Leaves out what was said of later steps, which are made again, and of an end. */
  void keepUntil(long step) {
    try {
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        var kept = Files.readAllLines(file).stream().filter(line -> isUntil(line, step)).toList();
        var whole = file.resolveSibling(file.getFileName() + ".writing");
        Files.write(whole, kept);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      complain(e);
    }
  }

  /** A line that was cut off is left out, too. */
  private static boolean isUntil(String line, long step) {
    var matcher = STEP.matcher(line);
    return matcher.find() && Long.parseLong(matcher.group(1)) <= step && line.endsWith("}");
  }

  void add(JsonEvent event) {
    try {
      Files.writeString(
          file, JsonLines.line(event) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      complain(e);
    }
  }

  private void complain(IOException e) {
    if (!failed) {
      output.note(
          "warning: %s lacks lines: %s; training goes on".formatted(file, FileTrouble.reason(e)));
    }
    failed = true;
  }
}
