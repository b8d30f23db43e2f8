package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.launch.ThisProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are told to end, and go on as if they had not been. */
@Tag("processes")
@EnabledOnOs({OS.LINUX, OS.MAC})
class StopAndGoOnTest {
  private static final Pattern SHA = Pattern.compile("\"weights_sha256\":\"([0-9a-f]{64})\"");

  @TempDir private Path folder;

  @BeforeEach
  void writeText() throws IOException {
    Files.writeString(folder.resolve("text"), "so many words, and so few of them new. ".repeat(99));
  }

  @Test
  @Timeout(120)
  void a_run_that_was_told_to_end_goes_on_to_the_same_weights() throws Exception {
    var first = stopped("INT", 130, 1, 40, "--run-dir=" + folder.resolve("run-1"));
    var second =
        stopped("TERM", 143, 1, 40, "--resume=" + first, "--run-dir=" + folder.resolve("run-2"));
    assertThat(weights(40, "--resume=" + second, "--no-run-dir"))
        .isEqualTo(weights(40, "--no-run-dir"));
  }

  @Test
  @Tag("thorough")
  @Timeout(600)
  void a_run_that_is_told_ten_times_at_random_steps_ends_with_the_same_weights() throws Exception {
    var random = new Random(7);
    var line = new ArrayList<String>();
    for (int time = 1; time <= 10; time++) {
      line.add("--run-dir=" + folder.resolve("run-" + time));
      boolean all = random.nextBoolean();
      var run =
          stopped(
              all ? "INT" : "TERM",
              all ? 130 : 143,
              1 + random.nextInt(2),
              400,
              line.toArray(String[]::new));
      line.clear();
      line.add("--resume=" + run);
    }
    line.add("--no-run-dir");
    assertThat(weights(400, line.toArray(String[]::new))).isEqualTo(weights(400, "--no-run-dir"));
  }

  /** SIGINT goes to the launcher, and SIGTERM to one rank, after so many reports; the folder. */
  private Path stopped(String signal, int exitCode, int reports, int steps, String... more)
      throws Exception {
    var run = Path.of(more[more.length - 1].substring("--run-dir=".length()));
    var said = folder.resolve("said").toFile();
    var launcher =
        new ProcessBuilder(ThisProgram.command(Weft.class.getName(), launched(line(steps, more))))
            .redirectErrorStream(true)
            .redirectOutput(said)
            .start();
    try {
      while (lines(run.resolve("metrics.jsonl")) < reports) {
        assertThat(launcher.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
      }
      long start = System.nanoTime();
      var told =
          signal.equals("INT")
              ? launcher.toHandle()
              : launcher.children().findFirst().orElseThrow();
      tell(signal, told);
      assertThat(launcher.waitFor(30, TimeUnit.SECONDS)).isTrue();
      System.out.printf(
          "ended %d ms after SIG%s%n", (System.nanoTime() - start) / 1_000_000, signal);
    } finally {
      launcher.descendants().forEach(ProcessHandle::destroyForcibly);
      launcher.destroyForcibly();
    }
    assertThat(launcher.exitValue()).as(Files.readString(said.toPath())).isEqualTo(exitCode);
    assertThat(said)
        .content()
        .containsPattern(
            "weft: stopped after \\d+ of %d steps: go on with ./weft train --resume %s\n"
                .formatted(steps, Pattern.quote(run.toString())))
        .containsOnlyOnce("weft: stopped after")
        .doesNotContain("\tat ");
    assertThat(run.resolve("trace.json")).isNotEmptyFile();
    return run;
  }

  private static long lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).lines().count() : 0;
  }

  private static void tell(String signal, ProcessHandle process)
      throws IOException, InterruptedException {
    var kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private List<String> line(int steps, String... more) {
    var line = new ArrayList<>(List.of("train", "--batch=1", "--json", "--steps=" + steps));
    line.addAll(List.of("--model=gpt-nano", "--data=" + folder.resolve("text")));
    line.addAll(List.of(more));
    return line;
  }

  private static List<String> launched(List<String> line) {
    var all = new ArrayList<>(line);
    all.add("--ranks=2");
    return all;
  }

  /** What two ranks that are threads come to. */
  private String weights(int steps, String... more) throws Exception {
    var ended = new Ranks().run(2, line(steps, more).toArray(String[]::new)).getFirst();
    var found = SHA.matcher(ended.out());
    assertThat(found.find()).as(ended.out() + ended.err()).isTrue();
    return found.group(1);
  }
}
