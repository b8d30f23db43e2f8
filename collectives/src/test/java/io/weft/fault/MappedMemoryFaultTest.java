package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of processes that share memory: the others say who it was, and no files stay. */
@Tag("processes")
@EnabledOnOs(OS.LINUX)
class MappedMemoryFaultTest {
  @TempDir private Path recordings;
  @TempDir private Path folder;

  private String settings(int bytes) {
    return "bytes=%d WEFT_TRANSPORT=shm WEFT_SHM_DIR=%s".formatted(bytes, folder);
  }

  @Test
  void is_told_by_the_others_and_leaves_nothing_after_the_next_start() throws Exception {
    killOneOfThree(settings(16 << 20));
    try (var job = RankProcesses.start(2, recordings)) {
      job.join(settings(1024));
      for (var rank : job.all()) {
        rank.signal("KILL");
      }
    }
    try (var job = RankProcesses.start(2, recordings)) {
      job.join(settings(65536));
      job.stop();
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  @Tag("thorough")
  void is_told_by_those_who_wait_for_pieces_of_its_messages() throws Exception {
    killOneOfThree(settings(16 << 20) + " algorithm=ring");
  }

  /** Signs of life of neighbours are in mapped memory, where those of a frozen one end. */
  @Test
  @Tag("thorough")
  void a_frozen_rank_is_silent_and_lost() throws Exception {
    try (var job = RankProcesses.start(3, recordings)) {
      job.join(settings(65536) + " livenessMillis=5000");
      long frozen = job.rank(1).signal("STOP");
      for (var survivor : job.allBut(1)) {
        var line = survivor.await("failed ");
        System.out.printf("frozen, told after %d ms%n", line.millisSince(frozen));
        assertThat(line.rest())
            .startsWith("PeerLostException: rank 1 (")
            .containsPattern(" is lost: it has been silent for \\d+\\.\\d s");
        survivor.await("closed");
      }
      job.rank(1).signal("CONT");
      assertThat(job.rank(1).await("failed ").rest()).startsWith("PeerLostException: ");
    }
  }

  private void killOneOfThree(String settings) throws Exception {
    try (var job = RankProcesses.start(3, recordings)) {
      job.join(settings);
      long killed = job.rank(0).signal("KILL");
      for (var survivor : job.allBut(0)) {
        var line = survivor.await("failed ");
        System.out.printf("told after %d ms%n", line.millisSince(killed));
        assertThat(line.rest()).startsWith("PeerLostException: rank 0 (");
        survivor.await("closed");
        assertThat(survivor.awaitExit()).isZero();
      }
    }
  }
}
