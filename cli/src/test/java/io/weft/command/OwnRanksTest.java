package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real processes. */
@Tag("processes")
@Timeout(30)
class OwnRanksTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  private int run(String... args) {
    return Weft.run(recorded.pipe(), args);
  }

  @Test
  void bench_starts_its_ranks_and_prints_what_rank_0_prints() {
    assertThat(
            run(
                "bench",
                "reduce-scatter",
                "--ranks",
                "2",
                "--bytes",
                "1KB,64KB",
                "--seconds",
                "0.01",
                "--transport",
                "tcp",
                "--json"))
        .as(recorded.err())
        .isZero();
    assertThat(recorded.outLines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"event\":\"bench\",\"bench\":\"reduce_scatter\""))
        .allMatch(line -> line.contains("\"transport\":\"tcp\""))
        .allMatch(line -> line.contains("\"wrong\":0,\"correct\":true"));
    assertThat(wireBytes(recorded.outLines().get(1))).isBetween(32_768L, 34_000L);
  }

  private static long wireBytes(String line) {
    return Long.parseLong(line.replaceFirst(".*\"wire_bytes_per_rank\":(\\d+),.*", "$1"));
  }

  @Test
  @Tag("thorough")
  void what_fails_is_said_once_and_its_exit_code_kept() {
    assertThat(run("bench", "barrier", "--ranks", "2", "--liveness-timeout", "1ms", "--json"))
        .isEqualTo(2);
    assertThat(recorded.outLines())
        .singleElement()
        .asString()
        .startsWith("{\"event\":\"error\",\"message\":\"liveness timeout of 1 ms: give at least")
        .endsWith("\"exit_code\":2}");
    assertThat(recorded.err())
        .endsWith("or busy ranks count as lost\n")
        .containsOnlyOnce("liveness timeout of 1 ms");
  }

  @Test
  void a_rank_that_is_killed_is_named_and_nobody_is_left() throws Exception {
    var others = ProcessHandle.current().children().toList();
    try (var threads = Executors.newSingleThreadExecutor()) {
      var exitCode =
          threads.submit(() -> run("bench", "barrier", "--ranks", "2", "--seconds", "60"));
      while (!recorded.err().contains("barrier of 2 ranks") && !exitCode.isDone()) {
        Thread.onSpinWait();
      }
      ranks(others).getLast().destroyForcibly();
      long start = System.nanoTime();
      assertThat(exitCode.get(30, TimeUnit.SECONDS)).isEqualTo(137);
      System.out.printf("killed, and all ended after %d ms%n", millisSince(start));
    }
    assertThat(recorded.err()).contains("was ended by SIGKILL (exit code 137)");
    assertThat(ranks(others)).isEmpty();
    deleteLogs();
  }

  /** They are kept where a rank could not say itself why it failed. */
  private void deleteLogs() throws IOException {
    var log = Path.of(recorded.err().replaceFirst("(?s).*its log: (\\S+)\\s*$", "$1"));
    try (var files = Files.list(log.getParent())) {
      for (var file : files.toList()) {
        assertThat(file.getFileName().toString()).matches("rank-[01]\\.log");
        Files.delete(file);
      }
    }
    Files.delete(log.getParent());
  }

  private static List<ProcessHandle> ranks(List<ProcessHandle> others) {
    return ProcessHandle.current().children().filter(child -> !others.contains(child)).toList();
  }

  private static long millisSince(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }
}
