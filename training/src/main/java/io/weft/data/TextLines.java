package io.weft.data;

import io.weft.file.BoundedFile;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** The lines of a text in UTF-8, one by one, none longer than a limit. Used by one thread. */
final class TextLines implements AutoCloseable {
  /** A picture of 600 × 600 pixels in colour, written with three characters a number. */
  private static final int CHARS_MAX = 1 << 22;

  private final Path path;
  private final Reader reader;
  private final char[] buffer = new char[1 << 16];
  private int at;
  private int filled;
  private boolean afterReturn;
  private long number;

  private TextLines(Path path, Reader reader) {
    this.path = path;
    this.reader = reader;
  }

  static TextLines open(Path path) throws IOException {
    // A decoder of its own refuses what is no text instead of replacing it.
    var decoder = StandardCharsets.UTF_8.newDecoder();
    return new TextLines(path, new InputStreamReader(BoundedFile.open(path), decoder));
  }

  /** Of the line that was read last, from 1 on. */
  long number() {
    return number;
  }

  /**
   * The next line without what ends it; empty if there is none.
   *
   * @throws DataException if it is too long
   */
  Optional<String> next() throws IOException {
    var line = new StringBuilder();
    boolean any = false;
    while (fill()) {
      if (afterReturn && buffer[at] == '\n') { // the other half of what ended the line before
        at++;
        afterReturn = false;
        continue;
      }
      afterReturn = false;
      any = true;
      int end = end();
      line.append(buffer, at, end - at);
      if (line.length() > CHARS_MAX) {
        throw new DataException(
            "line %d of %s has more than %d characters: it is no table of samples"
                .formatted(number + 1, path, CHARS_MAX));
      }
      at = end;
      if (end < filled) {
        afterReturn = buffer[at++] == '\r';
        break;
      }
    }
    if (!any) {
      return Optional.empty();
    }
    number++;
    return Optional.of(line.toString());
  }

  private boolean fill() throws IOException {
    if (at == filled) {
      at = 0;
      filled = Math.max(0, reader.read(buffer));
    }
    return at < filled;
  }

  /** Where the line ends, or what is in the buffer. */
  private int end() {
    int end = at;
    while (end < filled && buffer[end] != '\n' && buffer[end] != '\r') {
      end++;
    }
    return end;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
