package io.weft.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.network.Purpose;
import io.weft.network.shared.SharedMemoryException;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
@EnabledOnOs(OS.LINUX)
class SharedHostTest {
  @TempDir private Path folder;

  private Job job(int world, String transport) throws Exception {
    return Job.of(world).with("WEFT_TRANSPORT", transport).with("WEFT_SHM_DIR", folder.toString());
  }

  @Test
  void ranks_of_one_host_share_memory_and_leave_no_files() throws Exception {
    var sums =
        job(3, "auto")
            .run(
                rank -> {
                  var data = rank.communicator().allocate(ElementType.INT32, 100_000);
                  data.segment().setAtIndex(ValueLayout.JAVA_INT, 99_999, rank.rank() + 1);
                  long before = rank.wireBytes();
                  rank.communicator().allReduce(data, Reduction.SUM);
                  assertThat(rank.sharesMemory()).isTrue();
                  assertThat(rank.wireBytes() - before)
                      .isBetween(533_000L, 540_000L); // two thirds, twice
                  var calls = rank.traffic().of(Purpose.CALL);
                  assertThat(calls.sent()).isGreaterThan(533_000L);
                  assertThat(calls.received()).isGreaterThan(266_000L);
                  return data.segment().getAtIndex(ValueLayout.JAVA_INT, 99_999);
                });
    assertThat(sums).containsExactly(6, 6, 6);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void what_killed_processes_left_is_removed_at_the_start() throws Exception {
    var child = new ProcessBuilder("true").start();
    child.waitFor();
    var link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    var name = "weft-%s-%d-1-a-0".formatted(link.replaceAll("[^0-9]", ""), child.pid());
    Files.createFile(folder.resolve(name));
    job(2, "shm").run(Rank::sharesMemory);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void ranks_told_not_to_use_sockets() throws Exception {
    assertThat(job(2, "tcp").run(Rank::sharesMemory)).containsOnly(false);
  }

  @Test
  void ranks_that_are_alone_on_their_nodes_use_sockets() throws Exception {
    var alone = job(2, "auto").with("LOCAL_RANK", "0").with("LOCAL_WORLD_SIZE", "1");
    assertThat(alone.run(Rank::sharesMemory)).containsOnly(false);
    var mixed = job(2, "auto");
    var other = mixed.with("LOCAL_RANK", "0").with("LOCAL_WORLD_SIZE", "1");
    assertThat(
            mixed
                .outcomes(rank -> (rank == 0 ? mixed : other).options(rank), Rank::sharesMemory)
                .stream()
                .map(Future::resultNow))
        .containsExactly(false, false);
  }

  @Test
  void a_folder_that_cannot_be_used_is_a_warning_or_a_refusal_on_all_ranks() throws Exception {
    var missing = folder.resolve("missing").toString();
    assertThat(job(2, "auto").with("WEFT_SHM_DIR", missing).run(Rank::sharesMemory))
        .containsOnly(false);
    var forced = job(2, "shm").with("WEFT_SHM_DIR", missing);
    List<Throwable> failures =
        forced.outcomes(forced::options, Rank::rank).stream().map(Future::exceptionNow).toList();
    assertThat(failures)
        .hasSize(2)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(SharedMemoryException.class)
                    .hasMessageContaining("rank 0 cannot use " + missing)
                    .hasMessageContaining("WEFT_TRANSPORT=tcp"));
  }

  @Test
  void a_folder_that_one_rank_does_not_see_is_not_shared() throws Exception {
    var here = job(2, "auto");
    var elsewhere = here.with("WEFT_SHM_DIR", folder.resolve("missing").toString());
    assertThat(
            here
                .outcomes(rank -> (rank == 0 ? here : elsewhere).options(rank), Rank::sharesMemory)
                .stream()
                .map(Future::resultNow))
        .containsExactly(false, false);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void an_unknown_transport_is_refused() {
    assertThatThrownBy(() -> Sharing.of(Map.of("WEFT_TRANSPORT", "rdma")))
        .hasMessage("WEFT_TRANSPORT=rdma: choose auto, tcp or shm");
  }
}
