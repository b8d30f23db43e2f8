package io.weft.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.program.Operation;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.identity.RankFlags;
import io.weft.network.rendezvous.AddressException;
import io.weft.network.rendezvous.ConfigurationDiffersException;
import io.weft.network.rendezvous.RendezvousTimeoutException;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class JoinTest {
  private static final long ELEMENTS = 1 << 16;

  @Test
  void ranks_that_join_can_add_up() throws Exception {
    var sums =
        Job.of(3)
            .run(
                rank -> {
                  int[] sum = {rank.rank() + 1};
                  rank.communicator().allReduce(Tensor.of(sum), Reduction.SUM);
                  return List.of(rank.rank(), rank.ranks(), sum[0]);
                });
    assertThat(sums).containsExactly(List.of(0, 3, 6), List.of(1, 3, 6), List.of(2, 3, 6));
  }

  @Test
  void bytes_on_the_wire_are_counted() throws Exception {
    var counts =
        Job.of(2)
            .run(
                rank -> {
                  long before = rank.wireBytes();
                  rank.communicator().allReduce(Tensor.of(new float[10_000]), Reduction.SUM);
                  return rank.wireBytes() - before;
                });
    assertThat(counts).allSatisfy(bytes -> assertThat(bytes).isBetween(40_000L, 44_000L));
  }

  @Test
  void ranks_of_one_address_share_a_host_unless_each_is_alone_on_its_node() throws Exception {
    assertThat(Job.of(2).run(rank -> rank.topology().hostCount())).containsOnly(1);
    var alone = Job.of(2).with("LOCAL_RANK", "0").with("LOCAL_WORLD_SIZE", "1");
    assertThat(alone.run(rank -> rank.topology().hostCount())).containsOnly(2);
  }

  @Test
  void what_rank_0_has_measured_counts_for_all(@TempDir Path folder) throws Exception {
    var job = Job.of(4);
    var slow = new MachineCosts(10, Map.of(LinkClass.HOST, new Link(1e6, 10)));
    var fast = new MachineCosts(10, Map.of(LinkClass.HOST, new Link(0, 0.001)));
    assertThat(chosen(job, slow, fast)).hasSize(4).containsOnly("recursive-doubling");
    assertThat(chosen(job, fast, slow)).hasSize(4).doesNotContain("recursive-doubling");
  }

  private static List<String> chosen(Job job, MachineCosts first, MachineCosts others)
      throws InterruptedException {
    return job
        .outcomes(
            rank -> job.options(rank).withMachine(rank == 0 ? first : others),
            rank -> rank.communicator().algorithm(Operation.ALL_REDUCE, ElementType.FP32, ELEMENTS))
        .stream()
        .map(Future::resultNow)
        .toList();
  }

  @Test
  void ranks_of_different_jobs_or_wirings_refuse_each_other() throws Exception {
    var job = Job.of(2);
    assertThat(
            job.outcomes(rank -> job.options(rank).withJob("bench " + rank), Rank::rank).stream()
                .map(Future::exceptionNow))
        .hasSize(2)
        .allMatch(ConfigurationDiffersException.class::isInstance);
    assertThat(
            job
                .outcomes(
                    rank -> job.options(rank).withWiring(new Wiring(1, rank == 0)), Rank::rank)
                .stream()
                .map(Future::exceptionNow))
        .hasSize(2)
        .allMatch(ConfigurationDiffersException.class::isInstance);
  }

  @Test
  void a_missing_rank_is_named_at_the_timeout() throws Exception {
    var limits = new Timeouts(Duration.ofMillis(300), Duration.ofSeconds(1), Duration.ofSeconds(1));
    assertThatThrownBy(() -> Join.open(Job.of(2).options(0).withTimeouts(limits)))
        .isInstanceOf(RendezvousTimeoutException.class)
        .hasMessageContaining("missing: 1");
  }

  @Test
  void a_master_that_others_can_reach_needs_a_token() {
    var environment =
        Map.of(
            "RANK", "0",
            "WORLD_SIZE", "2",
            "MASTER_ADDR", "192.0.2.1",
            "MASTER_PORT", "29500",
            "XDG_CONFIG_HOME", "/nonexistent");
    var options = JoinOptions.of(environment, RankFlags.NONE).orElseThrow();
    assertThatThrownBy(() -> Join.open(options))
        .isInstanceOf(AuthenticationException.class)
        .hasMessageContaining("export WEFT_TOKEN=");
  }

  @Test
  void an_address_that_nobody_knows_is_refused() throws Exception {
    var options = Job.of(2).with("HOST_ADDRS", "no-such-host.invalid").options(0);
    assertThatThrownBy(() -> Join.open(options))
        .isInstanceOf(AddressException.class)
        .hasMessageContaining("bind address 'no-such-host.invalid' is unknown");
  }

  @Test
  void limits_of_nothing_are_refused() {
    assertThatThrownBy(() -> new Timeouts(Duration.ZERO, Duration.ZERO, Duration.ZERO))
        .hasMessageContaining("a timeout of PT0S: give more than nothing");
    assertThatThrownBy(() -> new Wiring(0, false)).hasMessageContaining("give 1 to 16 connections");
  }
}
