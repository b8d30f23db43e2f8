package io.weft.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.command.Weft;
import io.weft.launch.ThisProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the survivors of a killed rank leave behind can be read and laid side by side. */
@Timeout(30)
class KilledRankTest {
  private static final int WORLD = 3;
  private static final int VICTIM = 1;

  @TempDir private Path folder;
  private final List<Process> ranks = new ArrayList<>();

  @AfterEach
  void kill() {
    ranks.forEach(Process::destroyForcibly);
  }

  @Test
  void recordings_of_the_survivors_are_of_one_run() throws Exception {
    start();
    awaitMeasurement(ranks.getFirst());
    ranks.get(VICTIM).destroyForcibly();
    for (var rank : ranks) {
      assertThat(rank.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    var recordings = new Recordings(read());
    assertThat(recordings.all()).extracting(Recording::rank).containsExactly(0, 2);
    assertThat(recordings.absentRanks()).containsExactly(VICTIM);
    assertThat(recordings.all())
        .allSatisfy(
            it -> {
              assertThat(it.failure()).contains("rank %d (".formatted(VICTIM), "is lost");
              assertThat(it.operations().getLast().state())
                  .isEqualTo(RecordedOperation.State.FAILED);
            });
    var difference = recordings.difference();
    System.out.println("after a kill: " + difference.sentence());
    assertThat(difference).isNotInstanceOf(Difference.Disagreement.class);
    assertThat(recordings.around(difference, 2, 2)).isNotEmpty();
  }

  private void start() throws IOException {
    var command =
        ThisProgram.command(
            Weft.class.getName(),
            List.of("bench", "all-reduce", "--bytes", "1KB,64MB", "--seconds", "0.01"));
    int port = freePort();
    for (int rank = 0; rank < WORLD; rank++) {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder
          .environment()
          .putAll(
              Map.of(
                  "RANK", "" + rank,
                  "WORLD_SIZE", "" + WORLD,
                  "MASTER_ADDR", "127.0.0.1",
                  "MASTER_PORT", "" + port,
                  "WEFT_RECORDINGS", folder.toString()));
      var output = rank == 0 ? ProcessBuilder.Redirect.PIPE : ProcessBuilder.Redirect.DISCARD;
      ranks.add(builder.redirectOutput(output).start());
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Many operations have been done when the large ones begin. */
  private static void awaitMeasurement(Process rank) {
    assertThat(
            rank.inputReader()
                .lines()
                .anyMatch(line -> line.contains("all-reduce of 3 ranks, 64MB")))
        .isTrue();
  }

  private List<Recording> read() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(RecordingReader::read).toList();
    }
  }
}
