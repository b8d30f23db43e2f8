package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.ExitCode;
import io.weft.launch.RankCommands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ranks on different machines: one path, but not the same file behind it. */
@Tag("processes")
@EnabledOnOs(OS.LINUX)
class DifferentDataTest {
  @Test
  @Tag("thorough")
  void ranks_that_would_learn_from_different_files_are_refused_before_the_first_step(
      @TempDir Path first, @TempDir Path second) throws Exception {
    Files.writeString(first.resolve("text"), "the same length, one way. ".repeat(99));
    Files.writeString(second.resolve("text"), "one length, the same way. ".repeat(99));
    try (var ranks = new RankCommands(2)) {
      for (var folder : List.of(first, second)) {
        ranks.startIn(folder, "train", "--data=/proc/self/cwd/text", "--batch=2", "--no-run-dir");
      }
      for (int rank = 0; rank < 2; rank++) {
        assertThat(ranks.exitCode(rank)).as(ranks.said(rank)).isEqualTo(ExitCode.FAILURE.code());
      }
      assertThat(ranks.said(0))
          .contains("rank 1 learns from other data than rank 0: as many samples, but not the same")
          .doesNotContain("step 1");
    }
  }
}
