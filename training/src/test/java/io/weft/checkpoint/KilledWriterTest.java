package io.weft.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.data.Position;
import io.weft.trials.Thorough;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process that dies while it writes: twice, and in thorough runs two hundred times. */
@Tag("sampled")
@Timeout(1200)
@Tag("processes")
class KilledWriterTest {
  private static final int KILLS = Thorough.either(2, 200);

  @TempDir private Path folder;

  /** What the child runs: checkpoints without end behind its work, each said when it is saved. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      var checkpoints = new Checkpoints(Path.of(arguments[0]), 2);
      var before = checkpoints.newest().checkpoint();
      try (var writer = new CheckpointWriter(checkpoints, (_, why) -> IO.println(why))) {
        for (long step = before.map(found -> found.progress().step()).orElse(0L) + 1; ; step++) {
          var progress = new Progress(step, 0, Position.START, Map.of());
          writer.write(progress, new Contents(CheckpointsTest.files(step), Arena.ofShared()));
          var _ = writer.finish();
          IO.println(step);
        }
      }
    }
  }

  @Test
  void the_last_checkpoint_that_was_saved_or_a_later_one_is_there() throws Exception {
    var random = new SplittableRandom(3);
    for (int kill = 0; kill < KILLS; kill++) {
      long saved = writeAndKill(5 + random.nextInt(30), random.nextInt(1_000_000));
      var found = new Checkpoints(folder, 2).newest();
      assertThat(found.damaged()).isEmpty();
      var checkpoint = found.checkpoint().orElseThrow();
      assertThat(checkpoint.progress().step()).isGreaterThanOrEqualTo(saved);
      CheckpointsTest.assertWhole(checkpoint);
    }
  }

  /** Kills after so many were said, and after so many more turns of a loop. */
  private long writeAndKill(int saves, int turns) throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath = System.getProperty("java.class.path");
    var command =
        List.of(
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            classPath,
            Child.class.getName(),
            folder.toString());
    var child = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var lines =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      long saved = 0;
      for (int i = 0; i < saves; i++) {
        saved = Long.parseLong(lines.readLine());
      }
      for (int i = 0; i < turns; i++) {
        Thread.onSpinWait();
      }
      return saved;
    } finally {
      child.destroyForcibly();
      assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
