package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.join.Sharing;
import io.weft.launch.RankReport.Outcome;
import io.weft.launch.VictimProgram.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SIGKILL of one of three ranks that train: the others say who it was, and the launcher too. */
@Tag("processes")
@Timeout(30)
class KilledTrainingTest {
  private static final int WORLD = 3;
  private static final Map<String, String> TCP = Map.of(Sharing.VARIABLE, "tcp");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"0, EXCHANGE", "2, EXCHANGE"})
  void all_name_a_rank_that_is_killed(int victim, Phase phase) throws Exception {
    assertAllName(victim, phase);
  }

  @Tag("thorough")
  @ParameterizedTest
  @CsvSource({"0, FORWARD", "0, UPDATE", "2, FORWARD", "2, UPDATE"})
  void in_the_other_phases_too(int victim, Phase phase) throws Exception {
    assertAllName(victim, phase);
  }

  /** It hears neither the others nor SIGTERM, and cannot say what became of it. */
  @Test
  void a_rank_that_is_frozen_is_the_culprit_and_is_not_waited_for() throws Exception {
    var launch = new Launch(WORLD, victim(1, Phase.FORWARD, "STOP"), folder, TCP);
    var said = new ConcurrentLinkedQueue<String>();
    var report = new Launcher(launch, (_, _, line) -> said.add(line)).run();
    var culprit = report.culprit().orElseThrow();
    assertThat(report.block(culprit))
        .startsWith("rank 1 on ")
        .contains(" was frozen, as by SIGSTOP, and ended by SIGKILL after ")
        .contains("collateral, stopped because of it: ranks 0, 2");
    assertThat(culprit.ending()).isEqualTo(new Ending(137, true));
    assertThat(report.exitCode()).isEqualTo(65);
    assertThat(said).anyMatch(line -> line.matches("weft: rank 1 .* has been silent for .*"));
    System.out.printf("froze rank 1: it had been killed after %.2f s%n", culprit.seconds());
  }

  private void assertAllName(int victim, Phase phase) throws Exception {
    var launch = new Launch(WORLD, deaf(victim(victim, phase, "KILL")), folder, TCP);
    var report = new Launcher(launch, (_, _, _) -> {}).run();
    var times = new ArrayList<String>();
    for (var rank : report.ranks()) {
      var log = Files.readString(rank.log());
      times.add("%.2f s".formatted(rank.seconds()));
      if (rank.rank() == victim) {
        assertThat(rank.ending().signal()).as(log).contains("SIGKILL");
      } else {
        assertThat(rank.ending().exitCode()).as(log).isEqualTo(65);
        assertThat(rank.outcome()).isEqualTo(Outcome.COLLATERAL);
        assertThat(rank.lastLines().getLast())
            .matches(
                "weft: rank %d \\(.*\\) is lost: .*; rank %d was in .*"
                    .formatted(victim, rank.rank()));
      }
    }
    assertThat(report.block(report.culprit().orElseThrow()))
        .startsWith("rank %d on ".formatted(victim))
        .contains("was ended by SIGKILL", "collateral, stopped because of it: ranks ");
    System.out.printf("killed rank %d in %s: all ended after %s%n", victim, phase, times);
  }

  /** Deaf to the launcher's SIGTERM, so that all end by themselves. */
  private static List<String> deaf(List<String> command) {
    var deaf = new ArrayList<>(List.of("sh", "-c", "trap '' TERM; exec \"$@\"", "sh"));
    deaf.addAll(command);
    return deaf;
  }

  private static List<String> victim(int victim, Phase phase, String signal) {
    return ThisProgram.command(
        VictimProgram.class.getName(), List.of("" + victim, phase.name(), signal));
  }
}
