package io.weft.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.launch.RankCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the survivors of a killed rank leave behind can be read and laid side by side. */
@Tag("processes")
@Timeout(60)
class KilledRankTest {
  private static final int WORLD = 3;
  private static final int VICTIM = 1;

  @TempDir private Path folder;

  @Test
  @Tag("thorough")
  void recordings_of_the_survivors_are_of_one_run() throws Exception {
    try (var ranks = new RankCommands(WORLD)) {
      ranks.startAll(
          Map.of("WEFT_RECORDINGS", folder.toString()),
          "bench",
          "all-reduce",
          "--bytes",
          "1KB,16MB",
          "--seconds",
          "0.01");
      ranks.await(0, "all-reduce of 3 ranks, 16MB"); // many operations have been done
      ranks.kill(VICTIM);
      for (int rank = 0; rank < WORLD; rank++) {
        assertThat(ranks.exitCode(rank)).isEqualTo(rank == VICTIM ? 137 : 65);
      }
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

  private List<Recording> read() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(RecordingReader::read).toList();
    }
  }
}
