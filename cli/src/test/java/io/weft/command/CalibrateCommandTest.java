package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import io.weft.join.LinkClass;
import io.weft.join.MachineFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CalibrateCommandTest {
  @TempDir private Path folder;

  @Test
  void what_is_measured_is_printed_and_written() throws Exception {
    var file = folder.resolve("new/this-machine.yaml");
    var ended = new Ranks().run(2, "calibrate", "--output", file.toString(), "--seconds", "0.001");
    assertThat(ended).allMatch(rank -> rank.exitCode() == 0);
    assertThat(ended.get(0).out())
        .contains("latency µs", "inside a process", "between processes", "written to " + file)
        .doesNotContain("between hosts");
    assertThat(ended.get(1).out()).isEmpty();
    var costs = MachineFile.read(file);
    assertThat(costs.measured()).containsOnlyKeys(LinkClass.PROCESS, LinkClass.HOST);
    assertThat(costs.reductionGigabytesPerSecond()).isPositive();
  }

  @Test
  void one_rank_cannot_be_calibrated() {
    var recorded = new RecordedTerminal();
    assertThat(Weft.run(recorded.pipe(), "calibrate", "--ranks", "1")).isEqualTo(2);
    assertThat(recorded.err()).isEqualTo("weft: --ranks 1: give 2 to 256 ranks\n");
  }
}
