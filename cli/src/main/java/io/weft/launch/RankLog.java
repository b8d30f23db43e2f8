package io.weft.launch;

import io.weft.file.FileTrouble;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The log file of one rank, and its last lines in memory. Any thread may add a line. */
final class RankLog implements AutoCloseable {
  static final int LAST_LINES = 20;

  private final OutputStream file;
  private final ArrayDeque<String> lastLines = new ArrayDeque<>();
  private Optional<String> complaint = Optional.empty();
  private boolean said;

  private RankLog(OutputStream file) {
    this.file = file;
  }

  /** A log that was there before is replaced. */
  static RankLog create(Path path) throws IOException {
    return new RankLog(Files.newOutputStream(path));
  }

  /**
   * Adds a line, which is in the file when this returns, and gives it as text. A disk that is full
   * costs the file lines, and neither the reader nor the last lines.
   */
  synchronized String add(byte[] line) {
    var text = new String(line, StandardCharsets.UTF_8);
    if (lastLines.size() == LAST_LINES) {
      lastLines.removeFirst();
    }
    lastLines.addLast(text);
    var ended = Arrays.copyOf(line, line.length + 1);
    ended[line.length] = '\n';
    try {
      file.write(ended);
    } catch (IOException e) {
      complaint = complaint.or(() -> Optional.of(FileTrouble.reason(e)));
    }
    return text;
  }

  /** Why the file lacks lines, if it does; said once. */
  synchronized Optional<String> complaint() {
    var unsaid = said ? Optional.<String>empty() : complaint;
    said |= unsaid.isPresent();
    return unsaid;
  }

  synchronized List<String> lastLines() {
    return List.copyOf(lastLines);
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
