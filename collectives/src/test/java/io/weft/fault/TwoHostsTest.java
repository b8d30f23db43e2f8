package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Four processes that are reached at two addresses, as those of two hosts are. */
@Tag("processes")
@EnabledOnOs(OS.LINUX)
class TwoHostsTest {
  /** What two ranks that talk through sockets need at least for the large tensors of the deed. */
  private static final long LARGE_BYTES = 12_000_000;

  @TempDir private Path recordings;
  @TempDir private Path folder;

  @Test
  void neighbours_use_no_sockets_and_leave_no_files() throws Exception {
    assertThat(socketBytes("auto")).hasSize(4).allMatch(bytes -> bytes < 100_000);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  @Tag("thorough")
  void ranks_told_to_share_memory_do_within_their_hosts() throws Exception {
    assertThat(socketBytes("shm")).hasSize(4).allMatch(bytes -> bytes < 100_000);
  }

  @Test
  @Tag("thorough")
  void ranks_told_not_to_use_sockets() throws Exception {
    assertThat(socketBytes("tcp")).hasSize(4).allMatch(bytes -> bytes > LARGE_BYTES);
  }

  private List<Long> socketBytes(String transport) throws Exception {
    try (var job = RankProcesses.start(4, recordings)) {
      for (int rank = 0; rank < 4; rank++) {
        job.rank(rank)
            .tell(
                "join deed=GROUPS_OF_TWO HOST_ADDR=127.0.0.%d WEFT_TRANSPORT=%s WEFT_SHM_DIR=%s"
                    .formatted(1 + rank / 2, transport, folder));
      }
      var bytes = new ArrayList<Long>();
      for (var rank : job.all()) {
        bytes.add(Long.parseLong(rank.await("sockets ").rest()));
        rank.await("closed");
      }
      System.out.printf("%s: %s bytes through sockets%n", transport, bytes);
      return bytes;
    }
  }
}
