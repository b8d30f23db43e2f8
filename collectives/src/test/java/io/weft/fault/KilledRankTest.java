package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.weft.network.socket.Addresses;
import io.weft.trials.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SIGKILL of one of three ranks: the others say who it was and end. */
@Tag("sampled")
@Tag("processes")
class KilledRankTest {
  private static final int WORLD = 3;

  @TempDir private Path folder;

  static List<Arguments> victims() {
    return Thorough.sample(1, List.of(arguments(1024, 2), arguments(4_194_304, 0)));
  }

  @ParameterizedTest
  @MethodSource("victims")
  void in_the_middle_of_all_reduces(int bytes, int victim) throws Exception {
    try (var job = start()) {
      job.join("bytes=" + bytes);
      var title = "killed rank %d in all-reduces of %d bytes".formatted(victim, bytes);
      assertAllTell(job, victim, title);
    }
  }

  @Test
  @Tag("thorough")
  void while_the_others_wait_for_it() throws Exception {
    try (var job = start()) {
      job.join("bytes=65536");
      job.rank(1).tell("pause");
      job.rank(1).await("paused");
      assertAllTell(job, 1, "killed rank 1 between two all-reduces of 65536 bytes");
    }
  }

  private RankProcesses start() throws IOException, InterruptedException {
    return RankProcesses.start(WORLD, folder);
  }

  private void assertAllTell(RankProcesses job, int victim, String title) throws Exception {
    long killed = job.rank(victim).signal("KILL");
    var told = new ArrayList<String>();
    for (var survivor : job.allBut(victim)) {
      var line = survivor.await("failed ");
      told.add(line.millisSince(killed) + " ms");
      assertThat(line.rest())
          .startsWith("PeerLostException: rank %d (%s, ".formatted(victim, host()))
          .containsPattern(
              " is lost: .* after its last word; .*; rank \\d was in all-reduce #\\d+");
      assertThat(survivor.await("then ").rest()).isEqualTo(line.rest());
      survivor.await("closed");
      assertThat(survivor.awaitExit()).isZero();
    }
    System.out.printf("%s: the others told after %s%n", title, told);
    assertRecorded(job.allBut(victim));
  }

  private static String host() {
    return Addresses.hostName();
  }

  /** The survivors have written down what they did, and the victim could not. */
  private void assertRecorded(List<RankProcess> survivors) throws IOException {
    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString().replaceFirst(".*-", "")))
          .containsExactlyInAnyOrderElementsOf(
              survivors.stream().map(survivor -> survivor.pid() + ".jsonl").toList());
    }
  }
}
