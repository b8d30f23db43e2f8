package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.program.Topology;
import io.weft.network.Purpose;
import io.weft.network.Traffic;
import io.weft.network.Traffic.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunTrafficTest {
  private static final Topology TWO_HOSTS = Topology.hosts(2, 2);

  @Test
  void what_stays_within_a_host_does_not_go_through_its_card() {
    var sockets = List.of(new Bytes(1, 2), Bytes.NONE, new Bytes(100, 200), new Bytes(1000, 2000));
    var own = new Traffic(Map.of(), sockets);
    assertThat(RunTraffic.toOtherHosts(TWO_HOSTS, 1, own)).isEqualTo(new Bytes(1100, 2200));
    assertThat(RunTraffic.toOtherHosts(Topology.oneHost(4), 1, own)).isEqualTo(Bytes.NONE);
  }

  @Test
  void the_busiest_card_is_found_for_each_way_and_what_did_not_travel_is_left_out() {
    var traffic =
        new RunTraffic(
            TWO_HOSTS,
            Map.of(
                Purpose.STEP, new Bytes(2048, 1024),
                Purpose.REPORT, new Bytes(10, 10),
                Purpose.PLANNING, Bytes.NONE),
            List.of(new Bytes(5000, 70), new Bytes(60, 6000)));
    assertThat(traffic.busiestCard()).isEqualTo(new Bytes(5000, 6000));
    assertThat(traffic.byPurpose())
        .containsExactly(
            new RunTraffic.OfPurpose("steps", 2048, 1024),
            new RunTraffic.OfPurpose("reports", 10, 10));
    assertThat(traffic.byCard())
        .containsExactly(
            new RunTraffic.OfCard(List.of(0, 1), 5000, 70),
            new RunTraffic.OfCard(List.of(2, 3), 60, 6000));
  }

  @Test
  void the_tables_of_a_run_fit_eighty_columns() {
    var traffic =
        new RunTraffic(
            Topology.hosts(2, 64),
            Map.of(Purpose.STEP, new Bytes(1L << 50, 1L << 50)),
            List.of(new Bytes(1L << 50, 7), new Bytes(6, 1L << 50)));
    assertThat(traffic.table().lines(80)).allMatch(line -> line.length() <= 80);
    var end =
        new EndEvent(
            "",
            "gpt-nano",
            128,
            1_000_000,
            1e6,
            1234.5,
            50_000L,
            null,
            new EndEvent.Validated(
                2.5, List.of(new Figure("perplexity", 1e6)), "perplexity", 1e6, 1_000_000L),
            256,
            1e9,
            1L << 40,
            1L << 40,
            1L << 40,
            0,
            0,
            traffic.byPurpose(),
            traffic.byCard(),
            1e6,
            1e6,
            1e6,
            71.2,
            new EndEvent.Checkpoints(12_345, 1e5, 100),
            "0123456789abcdef");
    var brief = "dear(bucket=25MB) + momentum-correction(error-feedback(qsgd(levels=4))) + ordered";
    assertThat(new EndTable(end, brief, Optional.of("predicted 12.5 ms a step")).table().lines(80))
        .allMatch(line -> line.length() <= 80)
        .contains(
            "hidden           71 %",
            "perplexity       1000000.000; chance gives 256",
            "loss             1234.500 after step 50000, then none that is finite");
  }
}
