package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.cli.RecordedTerminal;
import io.weft.diagnosis.Capacity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalRanksTest {
  private static final int RANKS = 256;

  private final RecordedTerminal recorded = new RecordedTerminal();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "train --ranks=256 --run-dir=%s/run",
        "bench barrier --ranks=256",
        "bench train --ranks=256 --model=sim",
        "calibrate --ranks=256 --output=%s/costs.yaml",
        "run --ranks=256 --log-dir=%s/logs -- true"
      })
  void more_ranks_than_this_machine_carries_are_refused_before_anything_starts(String command)
      throws IOException {
    assumeThatTheyAreTooMany();
    assertRefused(command.formatted(folder).split(" "));
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void those_of_a_file_are_refused_too() throws IOException {
    assumeThatTheyAreTooMany();
    var file = Files.writeString(folder.resolve("run.yaml"), "ranks: 256\n");
    assertRefused("train", "--config=" + file, "--run-dir=" + folder.resolve("run"));
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void a_rank_of_a_larger_model_needs_more() {
    assertThat(LocalRanks.training("mlp"))
        .isGreaterThan(LocalRanks.training("gpt-nano"))
        .isLessThan(LocalRanks.training("gpt-small"));
    assertThat(LocalRanks.training("gpt-small")).isGreaterThan(4L * 4 * 85_000_000);
  }

  @Test
  void nobody_is_told_to_start_one_rank_where_not_even_one_fits() {
    var small = new Capacity(2, OptionalLong.of(1L << 30));
    assertThat(LocalRanks.refusal(small, 3, 1L << 31))
        .isEqualTo(
            "--ranks 3: not even one rank, which needs 2.0 GB, fits into the 1.0 GB of memory that"
                + " are available; free some memory, or insist with --oversubscribe");
    assertThat(LocalRanks.refusal(small, 3, 1L << 29))
        .endsWith("; give --ranks 2, or insist with --oversubscribe");
  }

  private void assertRefused(String... command) {
    assertThat(Weft.run(recorded.pipe(), command)).isEqualTo(2);
    assertThat(recorded.err())
        .containsPattern("weft: --ranks 256: \\d+ ranks fit .*; give --ranks \\d+, or insist with ")
        .endsWith(" --oversubscribe\n")
        .hasLineCount(1);
  }

  /** Or as many would start. */
  private static void assumeThatTheyAreTooMany() {
    assumeTrue(Runtime.getRuntime().availableProcessors() * Capacity.RANKS_PER_CORE < RANKS);
  }
}
