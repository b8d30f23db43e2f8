package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  private static final LocalDateTime NOON = LocalDateTime.of(2026, 1, 31, 12, 0, 5);

  @TempDir private Path runs;

  @Test
  void its_name_says_when_and_what() throws IOException {
    assertThat(RunFolder.create(runs, NOON, "mlp").path())
        .isEqualTo(runs.resolve("20260131-120005-mlp"))
        .isDirectory();
    assertThat(RunFolder.create(runs, NOON, "mlp").path())
        .isEqualTo(runs.resolve("20260131-120005-mlp-2"));
  }

  @Test
  void the_newest_is_the_last_that_has_a_checkpoint() throws IOException {
    assertThat(RunFolder.newest(runs.resolve("none"))).isEmpty();
    var first = RunFolder.create(runs, NOON, "mlp");
    var second = RunFolder.create(runs, NOON.plusDays(1), "gpt");
    RunFolder.create(runs, NOON.plusDays(2), "mlp");
    assertThat(RunFolder.newest(runs)).isEmpty();
    for (var run : new RunFolder[] {second, first}) {
      Files.createDirectories(run.path().resolve("checkpoints/step-1"));
    }
    assertThat(RunFolder.newest(runs)).contains(second);
  }
}
