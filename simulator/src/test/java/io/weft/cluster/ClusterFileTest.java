package io.weft.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterFileTest {
  private static final List<String> OFFICE =
      List.of(
          "hosts: 8 # in two racks",
          "ranks_per_host: 4",
          "inside: 11 GB/s, 5 us",
          "",
          "between: 10 Gbit/s, 50 us",
          "compute: 6 TFLOP/s",
          "tensor: 2 ms");

  @Test
  void a_file_says_rates_and_times_in_units_of_people() {
    var cluster = ClusterFile.parse("office", OFFICE);
    assertThat(cluster.between()).isEqualTo(new Link(1.25e9, 50e-6));
    assertThat(cluster.inside().bytesPerSecond()).isEqualTo(11e9);
    assertThat(cluster.overheads().tensorSeconds()).isEqualTo(2e-3);
    assertThat(cluster.topology(32).hostCount()).isEqualTo(8);
    assertThat(cluster.topology(3).hostCount()).isEqualTo(1);
  }

  @Test
  void a_file_may_say_how_ranks_differ() {
    var lines = new ArrayList<>(OFFICE);
    assertThat(ClusterFile.parse("office", lines).disturbance().isNone()).isTrue();
    lines.addAll(List.of("jitter: 5 %", "stragglers: 2, 1.5"));
    assertThat(ClusterFile.parse("office", lines).disturbance())
        .isEqualTo(new Disturbance(0.05, 2, 1.5));
    lines.set(lines.size() - 1, "stragglers: 2");
    assertThatThrownBy(() -> ClusterFile.parse("office", lines))
        .hasMessageContaining("stragglers: 2, 1.5");
    assertThatThrownBy(() -> new Disturbance(0, 1, 0.5)).hasMessageContaining("by 1 on");
  }

  @Test
  void a_missing_class_of_links_is_named() {
    var lines = OFFICE.stream().filter(line -> !line.startsWith("between")).toList();
    assertThatThrownBy(() -> ClusterFile.parse("office", lines))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not say 'between'");
  }

  @Test
  void what_cannot_be_is_refused() {
    assertThatThrownBy(() -> Amount.rate("-3 Gbit/s")).hasMessageContaining("'-3 Gbit/s'");
    assertThatThrownBy(() -> Amount.rate("3 apples")).hasMessageContaining("Gbit/s");
    assertThatThrownBy(() -> new Link(0, 0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new Link(Double.NaN, 0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new Link(1, -1)).hasMessageContaining("0 or more");
    assertThatThrownBy(() -> ClusterFile.parse("office", List.of("speed: 3")))
        .hasMessageContaining("does not set one of");
  }

  @Test
  void ranks_that_leave_a_host_half_full_are_refused() {
    var cluster = ClusterFile.parse("office", OFFICE);
    assertThatThrownBy(() -> cluster.topology(6)).hasMessageContaining("a multiple of 4");
    assertThatThrownBy(() -> cluster.topology(33)).hasMessageContaining("1 to 32");
  }

  @Test
  void presets_are_found_by_name_or_the_nearest_is_shown() {
    assertThat(Presets.all()).hasSize(8);
    assertThat(Presets.named("1gbe-cpu").ranksPerHost()).isEqualTo(1);
    assertThatThrownBy(() -> Presets.named("1gbe-cup"))
        .hasMessageContaining("did you mean '1gbe-cpu'?");
  }
}
