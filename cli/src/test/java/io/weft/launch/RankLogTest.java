package io.weft.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankLogTest {
  @Test
  void a_line_is_in_the_file_at_once(@TempDir Path folder) throws IOException {
    var file = folder.resolve("rank-0.log");
    try (var log = RankLog.create(file)) {
      assertThat(log.add("one".getBytes(UTF_8))).isEqualTo("one");
      assertThat(file).hasContent("one\n");
      assertThat(log.complaint()).isEmpty();
    }
  }

  @Test
  void a_full_disk_costs_the_file_lines_and_nothing_else() throws IOException {
    var full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no device that is always full");
    try (var log = RankLog.create(full)) {
      assertThat(log.add("one".getBytes(UTF_8))).isEqualTo("one");
      assertThat(log.complaint()).hasValue("No space left on device");
      assertThat(log.add("two".getBytes(UTF_8))).isEqualTo("two");
      assertThat(log.complaint()).as("said once").isEmpty();
      assertThat(log.lastLines()).containsExactly("one", "two");
    }
  }
}
