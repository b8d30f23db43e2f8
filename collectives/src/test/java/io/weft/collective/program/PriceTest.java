package io.weft.collective.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.collective.Elementwise;
import io.weft.collective.algorithm.Algorithms;
import io.weft.tensor.Reduction;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Walking a program gives the closed formula that is published for its algorithm. */
class PriceTest {
  private static final LinkCosts LINK = new LinkCosts(3e-5, 8e-10, 1e-10);
  private static final ClusterCosts COSTS = new ClusterCosts(LINK, LINK);
  private static final Elementwise SUM = new Elementwise(Reduction.SUM);
  private static final double S = 4 << 20;

  private static Price price(String algorithm, Collective collective, double bytes) {
    return price(algorithm, collective, bytes, COSTS);
  }

  private static Price price(
      String algorithm, Collective collective, double bytes, ClusterCosts costs) {
    var programs =
        IntStream.range(0, collective.ranks())
            .mapToObj(rank -> Algorithms.named(algorithm).program(collective, rank))
            .toList();
    var layout = Layout.even((long) bytes / 4, programs.getFirst().chunkCount());
    return Price.of(programs, layout, 4, costs);
  }

  private static Price price(String algorithm, Operation operation, int n) {
    return price(algorithm, Collective.of(operation, n, new Elementwise(Reduction.SUM)), S);
  }

  private static void assertClose(double actual, double expected) {
    assertThat(actual).isCloseTo(expected, within(1e-9 * expected + 1e-15));
  }

  @Test
  void the_ring_costs_what_is_published() {
    for (int n : List.of(2, 4, 8, 16)) {
      var price = price("ring", Operation.ALL_REDUCE, n);
      double share = (n - 1) / (double) n * S;
      assertClose(
          price.seconds(),
          2 * (n - 1) * LINK.alpha() + 2 * share * LINK.beta() + share * LINK.gamma());
      assertClose(price.bytesMost(), 2 * share);
      assertThat(price.messages()).isEqualTo(2L * n * (n - 1));
    }
  }

  /** Nor between reduce-scatter and all-gather: it takes as long as its bytes do. */
  @Test
  void links_of_a_ring_in_pieces_are_never_idle() {
    var free = new LinkCosts(0, LINK.beta(), LINK.gamma());
    for (int n : List.of(2, 4, 8)) {
      var collective = Collective.of(Operation.ALL_REDUCE, n, SUM).withPieces(4);
      double busy = 2 * (n - 1) / (double) n * S * LINK.beta();
      double seconds = price("ring", collective, S, new ClusterCosts(free, free)).seconds();
      assertClose(seconds, busy);
    }
  }

  @Test
  void recursive_doubling_costs_what_is_published() {
    for (int n : List.of(2, 4, 8, 16)) {
      double steps = Integer.numberOfTrailingZeros(n);
      var price = price("recursive-doubling", Operation.ALL_REDUCE, n);
      assertClose(price.seconds(), steps * (LINK.alpha() + S * LINK.beta() + S * LINK.gamma()));
      assertClose(price.bytesMost(), steps * S);
    }
  }

  @Test
  void halving_doubling_costs_what_is_published() {
    for (int n : List.of(2, 4, 8, 16)) {
      double share = (n - 1) / (double) n * S;
      var price = price("halving-doubling", Operation.ALL_REDUCE, n);
      assertClose(
          price.seconds(),
          2 * Integer.numberOfTrailingZeros(n) * LINK.alpha()
              + 2 * share * LINK.beta()
              + share * LINK.gamma());
      assertClose(price.bytesMost(), 2 * share);
    }
  }

  @Test
  void the_torus_sends_the_bytes_of_the_ring_in_fewer_steps() {
    double share = 15 / 16.0 * S;
    var price = price("torus", Operation.ALL_REDUCE, 16);
    assertClose(
        price.seconds(), 12 * LINK.alpha() + 2 * share * LINK.beta() + share * LINK.gamma());
    assertClose(price.bytesMost(), 2 * share);
  }

  @Test
  void the_ordered_program_sends_the_bytes_of_the_ring() {
    assertClose(price("ordered", Operation.ALL_REDUCE, 8).bytesMost(), 2 * 7 / 8.0 * S);
  }

  @Test
  void bruck_needs_a_logarithm_of_steps() {
    var one = new Elementwise(Reduction.SUM);
    var price = price("bruck", Collective.of(Operation.ALL_GATHER, 16, one), 0);
    assertClose(price.seconds(), 4 * LINK.alpha());
  }

  @Test
  void a_binomial_broadcast_and_a_pairwise_exchange_cost_what_is_published() {
    for (int n : List.of(2, 4, 8, 16)) {
      assertClose(
          price("binomial-tree", Operation.BROADCAST, n).seconds(),
          Integer.numberOfTrailingZeros(n) * (LINK.alpha() + S * LINK.beta()));
      var exchange = price("pairwise", Operation.ALL_TO_ALL, n);
      double share = (n - 1) / (double) n * S;
      double copy = S / n * LINK.beta();
      assertClose(exchange.seconds(), copy + (n - 1) * LINK.alpha() + share * LINK.beta());
    }
  }

  @Test
  void pieces_hide_the_depth_of_the_double_tree() {
    var whole = Collective.of(Operation.ALL_REDUCE, 64, new Elementwise(Reduction.SUM));
    double atOnce = price("double-tree", whole, 64 * S).seconds();
    double inPieces = price("double-tree", whole.withPieces(64), 64 * S).seconds();
    // 6 levels up and 6 down, each half of the data, against two streams of all of it.
    assertThat(inPieces).isLessThan(atOnce / 3);
  }

  @Test
  void ranks_of_one_host_share_its_way_out() {
    var fast = new LinkCosts(0, 0, 0);
    var slow = new LinkCosts(0, 1e-9, 0);
    var collective =
        Collective.of(Operation.ALL_GATHER, 4, new Elementwise(Reduction.SUM))
            .withTopology(Topology.hosts(2, 2));
    var programs =
        IntStream.range(0, 4)
            .mapToObj(rank -> Algorithms.named("pairwise").program(collective, rank))
            .toList();
    var price = Price.of(programs, Layout.even(4000, 4), 1, new ClusterCosts(fast, slow));
    // Each of two ranks sends its 1000 bytes to both ranks of the other host through one port.
    assertClose(price.seconds(), 4 * 1000 * 1e-9);
  }

  @Test
  void a_layout_of_data_dependent_lengths_is_priced_by_its_expectation() {
    var collective = Collective.of(Operation.BROADCAST, 2, new Elementwise(Reduction.SUM));
    var programs =
        IntStream.range(0, 2)
            .mapToObj(rank -> Algorithms.named("binomial-tree").program(collective, rank))
            .toList();
    var layout = Layout.bounded(new long[] {1000}, new double[] {10});
    assertClose(Price.of(programs, layout, 4, COSTS).bytes(), 40);
    assertThat(layout.total()).isEqualTo(1000);
  }

  @Test
  void costs_are_finite_and_not_negative() {
    assertThatThrownBy(() -> new LinkCosts(-1, 0, 0)).hasMessageContaining("alpha=-1");
    assertThatThrownBy(() -> new LinkCosts(Double.NaN, 0, 0)).hasMessageContaining("finite");
  }

  @Test
  void in_turns_cores_share_the_work_and_the_longest_way_is_left() {
    double alpha = LINK.alpha();
    var star = price("star", Collective.of(Operation.ALL_REDUCE, 8, SUM), 0);
    assertThat(star.messages()).isEqualTo(14);
    // One message in, seven out that follow each other by half a latency; each rank waits once.
    assertClose(star.seconds(), alpha + 3 * alpha + alpha);
    assertClose(star.work(), (14 + 8) * alpha);
    assertClose(star.secondsInTurns(2), (14 + 8) * alpha / 2 + 5 * alpha / 2);
    var doubling = price("recursive-doubling", Collective.of(Operation.ALL_REDUCE, 8, SUM), 0);
    assertClose(doubling.work(), (24 + 24) * alpha);
    assertClose(doubling.secondsInTurns(2), 24 * alpha + 3 * alpha / 2);
    assertClose(doubling.secondsInTurns(1), doubling.work());
  }
}
