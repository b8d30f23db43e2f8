package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.checkpoint.Checkpoints;
import io.weft.launch.ThisProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A launcher that cannot stop its ranks any more. */
@Tag("processes")
class LauncherLostTest {
  /** A rank whose exit code somebody else asks for, since the launcher cannot. */
  private static final String KEEP_CODE = "\"$@\"; echo $? > \"$0-$RANK\"";

  @TempDir private Path folder;

  @Test
  @Timeout(90)
  void ranks_that_train_save_and_end_when_their_launcher_is_killed() throws Exception {
    Files.writeString(folder.resolve("text"), "so many words, and so few of them new. ".repeat(99));
    var launcher = new ProcessBuilder(launcher(training())).inheritIO().start();
    try {
      while (Files.notExists(folder.resolve("run/checkpoints/step-2/manifest.json"))) {
        assertThat(launcher.waitFor(50, TimeUnit.MILLISECONDS)).isFalse();
      }
      var ranks = launcher.descendants().map(ProcessHandle::onExit).toList();
      long start = System.nanoTime();
      launcher.destroyForcibly();
      var all = CompletableFuture.allOf(ranks.toArray(CompletableFuture<?>[]::new));
      assertThat(all).succeedsWithin(Duration.ofSeconds(30));
      System.out.printf(
          "the ranks ended %d ms after their launcher%n", (System.nanoTime() - start) / 1_000_000);
    } finally {
      launcher.descendants().forEach(ProcessHandle::destroyForcibly);
      launcher.destroyForcibly();
    }
    for (int rank = 0; rank < 2; rank++) {
      var log = Files.readString(folder.resolve("logs/rank-" + rank + ".log"));
      assertThat(folder.resolve("code-" + rank)).as(log).hasContent("74");
      assertThat(log)
          .contains("weft: the launcher of this rank is gone: training ends after")
          .containsPattern("\nweft: the launcher of the ranks is gone; \\d+ of 1000000 steps are")
          .doesNotContain("\tat ");
    }
    var found = new Checkpoints(folder.resolve("run/checkpoints"), 2).newest();
    assertThat(found.damaged()).isEmpty();
    assertThat(found.checkpoint().orElseThrow().progress().step()).isGreaterThan(2);
  }

  private List<String> training() {
    var line = new ArrayList<>(List.of("train", "--model=gpt-nano", "--batch=1", "--json"));
    line.addAll(
        List.of(
            "--checkpoint-every=2",
            "--steps=1000000",
            "--data",
            folder.resolve("text").toString()));
    line.addAll(List.of("--run-dir", folder.resolve("run").toString()));
    return ThisProgram.command(Weft.class.getName(), line);
  }

  private List<String> launcher(List<String> command) {
    var line = new ArrayList<>(List.of("run", "--ranks=2"));
    line.addAll(List.of("--log-dir", folder.resolve("logs").toString(), "--"));
    line.addAll(List.of("sh", "-c", KEEP_CODE, folder.resolve("code").toString()));
    line.addAll(command);
    return ThisProgram.command(Weft.class.getName(), line);
  }
}
