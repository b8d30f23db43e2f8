package io.weft.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of bytes into lines without changing a byte; a last line may lack its end. */
final class LineReader {
  /** A longer line is cut, so that a rank that writes no line ends cannot fill our memory. */
  static final int LINE_BYTES_MOST = 64 * 1024;

  private final InputStream input;
  private final byte[] buffer = new byte[8192];
  private int next;
  private int filled;

  LineReader(InputStream input) {
    this.input = input;
  }

  /** The next line without its line feed; null at the end. */
  byte @Nullable [] read() throws IOException {
    var line = new ByteArrayOutputStream();
    while (line.size() < LINE_BYTES_MOST) {
      if (next == filled && !fill()) {
        return line.size() == 0 ? null : line.toByteArray();
      }
      byte value = buffer[next++];
      if (value == '\n') {
        break;
      }
      line.write(value);
    }
    return line.toByteArray();
  }

  private boolean fill() throws IOException {
    next = 0;
    filled = Math.max(input.read(buffer), 0);
    return filled > 0;
  }
}
