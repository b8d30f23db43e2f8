package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.algorithm.Choice;
import io.weft.collective.algorithm.Choice.Offer;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.LinkCosts;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.join.MachineCosts;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChoiceTest {
  private static List<Offer> offers(Topology topology, long count, ClusterCosts costs) {
    var collective = new Collective(Operation.ALL_REDUCE, topology, 0, Cases.SUM, 1);
    return Choice.among(Algorithms.all(), collective, count, 4, costs);
  }

  private static String best(Topology topology, long count) {
    return offers(topology, count, ClusterCosts.TYPICAL).getFirst().algorithm().name();
  }

  @Test
  void few_bytes_between_hosts_take_the_fewest_steps() {
    assertThat(best(Topology.hosts(8, 1), 16)).isEqualTo("recursive-doubling");
  }

  @Test
  void many_bytes_between_hosts_take_the_fewest_bytes() {
    var cheapest = offers(Topology.hosts(8, 1), 16 << 20, ClusterCosts.TYPICAL).getFirst();
    double least = 2 * 7 / 8.0 * (16 << 20) * 4;
    assertThat(cheapest.price().bytesMost()).isEqualTo(least);
  }

  @Test
  void of_those_that_cost_alike_between_hosts_the_one_with_the_fewest_peers_comes_first() {
    assertThat(best(Topology.hosts(4, 1), 1 << 20)).isEqualTo("ring");
    var offers = offers(Topology.hosts(4, 1), 1 << 20, ClusterCosts.TYPICAL);
    assertThat(offers.getFirst().peersMost()).isEqualTo(1);
    assertThat(seconds(offers.getFirst())).isLessThan(1.03 * seconds(offers.get(1)));
    assertThat(best(Topology.hosts(4, 1), 16)).isEqualTo("recursive-doubling");
  }

  @Test
  void several_ranks_per_host_add_up_inside_first() {
    assertThat(best(Topology.hosts(4, 8), 16 << 20)).isIn("hierarchical", "blueconnect");
  }

  @Test
  void ranks_that_take_turns_on_few_cores_send_few_messages() {
    var costs = MachineCosts.TYPICAL.amongProcesses();
    assertThat(best(8, 256, costs)).isEqualTo("recursive-doubling");
    assertThat(best(8, 256, costs.withCores(8))).isEqualTo("recursive-doubling");
    assertThat(best(8, 256, costs.withCores(2))).isEqualTo("star");
    assertThat(best(8, 4 << 10, costs.withCores(2))).isEqualTo("star");
    assertThat(best(8, 64 << 10, costs.withCores(2))).isEqualTo("binomial-tree");
    assertThat(best(8, 1 << 20, costs.withCores(2))).isEqualTo("halving-doubling");
  }

  @Test
  void of_those_that_cost_alike_on_one_host_the_one_with_the_fewest_peers_comes_first() {
    var costs = MachineCosts.TYPICAL.amongProcesses().withCores(2);
    assertThat(best(4, 1 << 20, costs)).isEqualTo("halving-doubling");
    assertThat(best(4, 16 << 20, costs)).isEqualTo("ring");
    assertThat(best(8, 16 << 20, costs)).isEqualTo("ring");
  }

  private static String best(int ranks, long count, ClusterCosts costs) {
    var collective = new Collective(Operation.ALL_REDUCE, Topology.oneHost(ranks), 0, Cases.SUM, 1);
    var messages =
        Algorithms.all().stream()
            .filter(it -> !it.name().equals("direct") && !it.name().equals("flat"))
            .toList();
    return Choice.among(messages, collective, count, 4, costs).getFirst().algorithm().name();
  }

  @Test
  void ranks_of_one_each_on_small_hosts_need_no_turns() {
    var costs = ClusterCosts.TYPICAL.withCores(1);
    assertThat(offers(Topology.hosts(8, 1), 16, costs))
        .allSatisfy(offer -> assertThat(offer.seconds()).isEqualTo(offer.price().seconds()));
  }

  @Test
  void ranks_that_take_turns_still_wait_for_the_network() {
    var costs = ClusterCosts.TYPICAL.withCores(1);
    assertThat(offers(Topology.hosts(4, 2), 16 << 20, costs))
        .allSatisfy(offer -> assertThat(offer.seconds()).isGreaterThanOrEqualTo(seconds(offer)));
  }

  @Test
  void offers_come_cheapest_first_and_only_from_those_that_can() {
    var offers = offers(Topology.oneHost(7), 1000, ClusterCosts.TYPICAL);
    assertThat(offers).isSortedAccordingTo((a, b) -> Double.compare(seconds(a), seconds(b)));
    assertThat(offers).extracting(offer -> offer.algorithm().name()).doesNotContain("torus");
  }

  private static double seconds(Offer offer) {
    return offer.price().seconds();
  }

  @Test
  void a_pipelined_algorithm_is_offered_with_the_pieces_that_suit_it() {
    var slow = new ClusterCosts(new LinkCosts(0, 1e-9, 0), new LinkCosts(1e-6, 1e-9, 0));
    var offers = offers(Topology.hosts(64, 1), 16 << 20, slow);
    assertThat(offers)
        .filteredOn(offer -> offer.algorithm().name().equals("double-tree"))
        .singleElement()
        .satisfies(offer -> assertThat(offer.collective().pieces()).isEqualTo(64));
  }
}
