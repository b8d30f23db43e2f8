package io.weft.simulation.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Cluster;
import io.weft.cluster.Disturbance;
import io.weft.cluster.Link;
import io.weft.cluster.Overheads;
import io.weft.cluster.Racks;
import io.weft.collective.Elementwise;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Price;
import io.weft.collective.program.Program;
import io.weft.collective.program.Topology;
import io.weft.tensor.Reduction;
import io.weft.trials.Trials;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class FlowTimeTest {
  private static final double RATE = 1e6;

  private static Cluster cluster(int ranksPerHost, Racks racks) {
    return new Cluster(
            "small",
            64,
            ranksPerHost,
            new Link(1e12, 0),
            new Link(RATE, 0),
            1e15,
            Overheads.NONE,
            1e9,
            1e9,
            Disturbance.NONE)
        .with(racks);
  }

  private static List<Program> programs(
      String algorithm, Operation operation, int hosts, int ranksPerHost) {
    var topology = Topology.hosts(hosts, ranksPerHost);
    var collective = new Collective(operation, topology, 0, new Elementwise(Reduction.SUM), 1);
    return IntStream.range(0, topology.ranks())
        .mapToObj(rank -> Algorithms.named(algorithm).program(collective, rank))
        .toList();
  }

  private static Price price(List<Program> programs, long elements, Cluster cluster) {
    var layout = Layout.even(elements, programs.getFirst().chunkCount());
    return FlowTime.price(programs, layout, Float.BYTES, cluster);
  }

  /** Two messages of 4 MB meet on a link of 1 MB/s after the first has sent 1 MB. */
  @Test
  void a_message_slows_down_when_another_joins_it_and_speeds_up_when_it_is_alone_again() {
    var traffic = new Traffic<String>(new double[] {RATE, RATE}, 0);
    traffic.begin("first", new int[] {0}, 4e6, 0);
    traffic.begin("second", new int[] {0, 1}, 4e6, 1);
    assertThat(traffic.nextEnd()).isCloseTo(7, within(1e-9));
    assertThat(traffic.proceed()).contains("first");
    assertThat(traffic.nextEnd()).isCloseTo(8, within(1e-9));
    assertThat(traffic.proceed()).contains("second");
    assertThat(traffic.nextEnd()).isInfinite();
  }

  @Test
  void several_on_a_link_lose_what_contention_takes_and_one_alone_does_not() {
    var traffic = new Traffic<String>(new double[] {RATE}, 0.2);
    traffic.begin("first", new int[] {0}, 4e5, 0);
    traffic.begin("second", new int[] {0}, 8e5, 0);
    assertThat(traffic.nextEnd()).isCloseTo(1, within(1e-9));
    assertThat(traffic.proceed()).contains("first");
    assertThat(traffic.nextEnd()).isCloseTo(1.4, within(1e-9));
  }

  /** One that begins as another ends gets all that the other leaves. */
  @Test
  void what_begins_and_ends_at_the_same_time_is_shared_anew() {
    var traffic = new Traffic<String>(new double[] {RATE}, 0);
    traffic.begin("first", new int[] {0}, 1e6, 0);
    traffic.begin("second", new int[] {0}, 1e6, 1);
    assertThat(traffic.proceed()).contains("first");
    assertThat(traffic.nextEnd()).isCloseTo(2, within(1e-9));
  }

  /** Half of what four hosts send crosses between two racks, whose ways out are a quarter. */
  @Test
  void an_oversubscribed_rack_makes_all_to_all_as_long_as_its_way_out_takes() {
    var programs = programs("pairwise", Operation.ALL_TO_ALL, 4, 1);
    long elements = 4_000_000;
    double block = (double) elements / 4 * Float.BYTES;
    double flat = price(programs, elements, cluster(1, new Racks(4, 1, 0))).seconds();
    double racked = price(programs, elements, cluster(1, new Racks(2, 4, 0))).seconds();
    assertThat(flat).isCloseTo(3 * block / RATE, within(1e-3));
    // Four blocks leave each rack at half the rate of a host.
    assertThat(racked)
        .isGreaterThanOrEqualTo(4 * block / (RATE / 2) * (1 - 1e-9))
        .isLessThanOrEqualTo((4 * block / (RATE / 2) + block / RATE) * (1 + 1e-3));
  }

  @Test
  void rings_cross_racks_one_message_at_a_time_and_do_not_mind_them() {
    Trials.forAll(
        draw -> {
          int hosts = 2 * draw.between(1, 4);
          var programs = programs("ring", Operation.ALL_REDUCE, hosts, 1);
          long elements = (long) hosts * draw.between(1, 100_000);
          double flat = price(programs, elements, cluster(1, Racks.NONE)).seconds();
          double racked = price(programs, elements, cluster(1, new Racks(2, 2, 0))).seconds();
          assertThat(racked).isCloseTo(flat, within(1e-9 * flat));
          double bytes = (double) elements * Float.BYTES;
          assertThat(flat).isCloseTo(2.0 * (hosts - 1) / hosts * bytes / RATE, within(1e-6 * flat));
        });
  }

  @Test
  void no_collective_is_faster_than_the_bytes_through_its_busiest_host() {
    Trials.forAll(
        draw -> {
          int hosts = draw.between(2, 5);
          int each = draw.between(1, 3);
          var name = draw.oneOf(List.of("ring", "hierarchical", "ordered"));
          var programs = programs(name, Operation.ALL_REDUCE, hosts, each);
          long elements = draw.between(1, 1_000_000);
          var racks = new Racks(draw.between(1, 3), draw.between(1, 4), 0);
          var found = price(programs, elements, cluster(each, racks));
          var again = price(programs, elements, cluster(each, racks));
          double least = 2.0 * (hosts - 1) / hosts * elements * Float.BYTES / RATE;
          assertThat(found.seconds()).isGreaterThanOrEqualTo(least * (1 - 1e-9));
          assertThat(found).isEqualTo(again);
          assertThat(price(programs, elements, cluster(each, Racks.NONE)).seconds())
              .isLessThanOrEqualTo(found.seconds() * (1 + 1e-9));
        });
  }
}
