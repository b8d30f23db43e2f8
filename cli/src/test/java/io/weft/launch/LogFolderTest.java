package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFolderTest {
  @Test
  void every_job_gets_a_folder_of_its_own(@TempDir Path folder) throws Exception {
    var now = LocalDateTime.of(2026, 1, 31, 23, 59, 58);
    var runs = folder.resolve("runs");
    var first = LogFolder.create(runs, now);
    var second = LogFolder.create(runs, now);
    assertThat(first).isEqualTo(runs.resolve("run-20260131-235958")).isDirectory();
    assertThat(second).isEqualTo(runs.resolve("run-20260131-235958-2")).isDirectory();
  }
}
