package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.launch.ThisProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {
  @TempDir private Path folder;

  /** Holds the lock of a folder until it is killed. */
  static final class Holder {
    static void main(String... arguments) throws InterruptedException {
      var _ = RunLock.ofRank(Optional.of(new RunFolder(Path.of(arguments[0]))));
      System.out.println("held");
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  private Optional<RunFolder> run() {
    return Optional.of(new RunFolder(folder));
  }

  private void assertTaken() {
    for (boolean rank : new boolean[] {true, false}) {
      assertThatThrownBy(() -> (rank ? RunLock.ofRank(run()) : RunLock.ofLauncher(run())).close())
          .hasMessage(
              folder
                  + " is written by another run: wait until it has ended, end it, or name another"
                  + " --run-dir");
    }
  }

  @Test
  void a_folder_has_one_rank_that_writes_and_one_launcher_that_came_before_it() {
    try (var _ = RunLock.ofLauncher(run());
        var _ = RunLock.ofRank(run())) {
      assertTaken();
    }
    RunLock.ofLauncher(run()).close();
    RunLock.ofRank(Optional.empty()).close();
  }

  @Test
  @Tag("processes")
  @Timeout(30)
  void who_is_killed_holds_nothing() throws IOException, InterruptedException {
    var holder =
        new ProcessBuilder(ThisProgram.command(Holder.class.getName(), List.of(folder.toString())))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(holder.inputReader().readLine()).isEqualTo("held");
      assertTaken();
    } finally {
      holder.destroyForcibly();
    }
    long start = System.nanoTime();
    assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
    RunLock.ofLauncher(run()).close();
    System.out.printf("free %d ms after SIGKILL%n", (System.nanoTime() - start) / 1_000_000);
  }

  @Test
  void a_folder_with_nothing_but_settings_and_logs_is_removed() throws IOException {
    var empty = new RunFolder(Files.createDirectory(folder.resolve("empty")));
    RunLock.ofRank(Optional.of(empty)).close();
    Files.writeString(empty.config(), "ranks: 2\n");
    Files.writeString(empty.path().resolve("rank-0.log"), "refused\n");
    empty.removeIfNothing();
    assertThat(empty.path()).doesNotExist();
    var full = new RunFolder(Files.createDirectory(folder.resolve("full")));
    Files.writeString(full.metrics(), "{}\n");
    full.removeIfNothing();
    assertThat(full.metrics()).exists();
  }
}
