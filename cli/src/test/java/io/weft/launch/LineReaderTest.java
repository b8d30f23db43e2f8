package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineReaderTest {
  @Test
  void lines_end_with_a_line_feed_or_the_stream() throws Exception {
    assertThat(lines("")).isEmpty();
    assertThat(lines("\n")).containsExactly("");
    assertThat(lines("a\n\nbc\r\nlast")).containsExactly("a", "", "bc\r", "last");
  }

  @Test
  void a_line_longer_than_the_limit_is_cut() throws Exception {
    int most = LineReader.LINE_BYTES_MOST;
    assertThat(lines("x".repeat(2 * most + 1)))
        .extracting(String::length)
        .containsExactly(most, most, 1);
  }

  private static List<String> lines(String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    var reader = new LineReader(new ByteArrayInputStream(bytes));
    var lines = new ArrayList<String>();
    for (byte[] line = reader.read(); line != null; line = reader.read()) {
      lines.add(new String(line, StandardCharsets.ISO_8859_1));
    }
    return lines;
  }
}
