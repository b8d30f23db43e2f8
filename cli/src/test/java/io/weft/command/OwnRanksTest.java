package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real processes. */
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
  void what_fails_is_said_once_and_its_exit_code_kept() {
    assertThat(run("bench", "barrier", "--ranks", "2", "--liveness-timeout", "1ms", "--json"))
        .isEqualTo(2);
    assertThat(recorded.outLines())
        .singleElement()
        .asString()
        .startsWith("{\"event\":\"error\",\"message\":\"liveness timeout of 1 ms: give at least")
        .endsWith("\"exit_code\":2}");
    assertThat(recorded.err()).endsWith("or busy ranks count as lost\n");
  }
}
