package io.weft.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.program.Operation;
import io.weft.network.Purpose;
import io.weft.network.Traffic;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.identity.RankFlags;
import io.weft.network.rendezvous.AddressException;
import io.weft.network.rendezvous.ConfigurationDiffersException;
import io.weft.network.rendezvous.RendezvousTimeoutException;
import io.weft.network.socket.KeyStores;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class JoinTest {
  private static final long ELEMENTS = 1 << 16;

  /** For meetings that fail: long beside what ranks need to refuse each other. */
  private static final Timeouts IMPATIENT =
      new Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(5));

  /** Long beside a handshake with keys, too. */
  private static final Timeouts PATIENT =
      new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(5));

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
  void the_first_group_is_not_taken_for_the_agreement() throws Exception {
    var received =
        Job.of(2)
            .run(
                rank -> {
                  try (var group = rank.communicator().group(0, 1)) {
                    var data = new float[] {rank.rank() + 7};
                    group.broadcast(Tensor.of(data), 0);
                    return data[0];
                  }
                });
    assertThat(received).containsExactly(7f, 7f);
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
  void bytes_through_sockets_are_counted_by_purpose_and_by_peer() throws Exception {
    var counts =
        Job.of(2)
            .run(
                rank -> {
                  var before = rank.traffic();
                  var communicator = rank.communicator().counting(Purpose.CHECKPOINT);
                  communicator.allReduce(Tensor.of(new float[10_000]), Reduction.SUM);
                  var since = rank.traffic().since(before);
                  var peer = since.bySocket().get(1 - rank.rank());
                  assertThat(peer.sent()).isGreaterThanOrEqualTo(40_000);
                  assertThat(since.bySocket().get(rank.rank())).isEqualTo(Traffic.Bytes.NONE);
                  return since.of(Purpose.CHECKPOINT);
                });
    assertThat(counts)
        .allSatisfy(bytes -> assertThat(bytes.sent()).isBetween(40_000L, 44_000L))
        .allSatisfy(bytes -> assertThat(bytes.received()).isBetween(40_000L, 44_000L));
  }

  @Test
  void ranks_of_one_address_share_a_host_unless_each_is_alone_on_its_node() throws Exception {
    assertThat(Job.of(2).run(rank -> rank.topology().hostCount())).containsOnly(1);
    var alone = Job.of(2).with("LOCAL_RANK", "0").with("LOCAL_WORLD_SIZE", "1");
    assertThat(alone.run(rank -> rank.topology().hostCount())).containsOnly(2);
  }

  @Test
  void what_rank_0_has_measured_counts_for_all() throws Exception {
    var job = Job.of(4);
    var slow = new MachineCosts(10, Map.of(LinkClass.HOST, new Link(1e6, 10)), Map.of());
    var fast = new MachineCosts(10, Map.of(LinkClass.HOST, new Link(0, 0.001)), Map.of());
    // The fewest steps on a host of four cores or more, the fewest messages on a smaller one.
    String few = Runtime.getRuntime().availableProcessors() < 4 ? "star" : "recursive-doubling";
    assertThat(chosen(job, slow, fast)).hasSize(4).containsOnly(few);
    assertThat(chosen(job, fast, slow)).hasSize(4).doesNotContain("recursive-doubling", "star");
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
    assertThat(failures(job, rank -> job.options(rank).withJob("bench " + rank)))
        .hasSize(2)
        .allMatch(ConfigurationDiffersException.class::isInstance);
    assertThat(failures(job, rank -> job.options(rank).withWiring(checksum(rank == 0))))
        .hasSize(2)
        .allMatch(ConfigurationDiffersException.class::isInstance);
  }

  private static Wiring checksum(boolean wanted) {
    return new Wiring(1, wanted, Optional.empty());
  }

  @Test
  void ranks_that_have_keys_talk_in_private() throws Exception {
    var keys = KeyStores.shared();
    var job =
        Job.of(2)
            .with("WEFT_TLS_FILE", keys.file("even").toString())
            .with("WEFT_TLS_PASSWORD", new String(KeyStores.password()));
    assertThat(job.options(0).wiring()).hasToString("streams 1, checksum false, TLS true");
    assertThat(job.run(JoinTest::sum)).containsOnly(3);
    var other = job.with("WEFT_TLS_FILE", keys.file("stranger").toString());
    assertThat(failures(job, rank -> (rank == 0 ? job : other).options(rank).withTimeouts(PATIENT)))
        .satisfiesExactly(
            zero -> assertThat(zero).isInstanceOf(RendezvousTimeoutException.class),
            one -> assertThat(one).isInstanceOf(AuthenticationException.class));
    assertThatThrownBy(() -> Job.of(2).with("WEFT_TLS_FILE", "keys.p12").options(0))
        .isInstanceOf(AuthenticationException.class)
        .hasMessageContaining("set WEFT_TLS_PASSWORD");
  }

  private static int sum(Rank rank) {
    int[] sum = {rank.rank() + 1};
    rank.communicator().allReduce(Tensor.of(sum), Reduction.SUM);
    return sum[0];
  }

  private static List<Throwable> failures(Job job, Function<Integer, JoinOptions> options)
      throws InterruptedException {
    return job.outcomes(options, Rank::rank).stream().map(Future::exceptionNow).toList();
  }

  @Test
  void a_missing_rank_is_named_at_the_timeout() throws Exception {
    assertThatThrownBy(() -> Join.open(Job.of(2).options(0).withTimeouts(IMPATIENT)))
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
    assertThatThrownBy(() -> new Wiring(0, false, Optional.empty()))
        .hasMessageContaining("give 1 to 15 connections");
  }
}
