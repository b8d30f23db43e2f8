package io.weft.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Processors.Pool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private static Cluster with(String... more) {
    var lines = new ArrayList<>(OFFICE);
    lines.addAll(List.of(more));
    return ClusterFile.parse("office", lines);
  }

  @Test
  void a_file_may_say_what_cores_there_are_and_what_takes_of_them() {
    assertThat(with().processors().arePlenty()).isTrue();
    var own = with("cores: 16", "models_on: accelerators", "socket: 2 GB/s, 5 us").processors();
    assertThat(own).isEqualTo(new Processors(16, Pool.HOST, false, 0.5e-9, 5e-6, 0));
    var shared = with("shared_cores: 2", "interference: 5 %").processors();
    assertThat(shared).isEqualTo(new Processors(2, Pool.CLUSTER, true, 0, 0, 0.05));
    assertThatThrownBy(() -> with("cores: 2", "shared_cores: 2"))
        .hasMessageContaining("cores and shared_cores");
    assertThatThrownBy(() -> with("cores: 0")).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> with("cores: 2", "models_on: clouds"))
        .hasMessageContaining("cores or accelerators");
  }

  @Test
  void a_file_may_say_what_hosts_share() {
    assertThat(with().racks().areNone()).isTrue();
    assertThat(with("racks: 8, 3", "contention: 4 %").racks()).isEqualTo(new Racks(8, 3, 0.04));
    assertThatThrownBy(() -> with("racks: 8")).hasMessageContaining("racks: 8, 3");
    assertThatThrownBy(() -> with("racks: 8, 0.5")).hasMessageContaining("1 or more times");
    assertThatThrownBy(() -> with("contention: 100 %")).hasMessageContaining("less than 1");
  }

  @Test
  void a_calibration_says_what_the_file_does_not(@TempDir Path folder) throws Exception {
    Files.write(
        folder.resolve("measured.yaml"),
        List.of(
            "reduction_gigabytes_per_second: 4",
            "network_latency_microseconds: 70",
            "network_gigabytes_per_second: 0.02",
            "socket_gigabytes_per_second: 2",
            "socket_message_microseconds: 9",
            "interference_percent: 6",
            "encode_top-k_gigabytes_per_second: 0.5",
            "decode_top-k_gigabytes_per_second: 3",
            "add_top-k_gigabytes_per_second: 2"));
    var lines =
        List.of(
            "hosts: 4",
            "ranks_per_host: 1",
            "inside: 11 GB/s, 5 us",
            "compute: 1 TFLOP/s",
            "shared_cores: 2",
            "socket: 1 GB/s, 1 us",
            "calibration: measured.yaml");
    var file = Files.write(folder.resolve("lab.yaml"), lines);
    var cluster = ClusterFile.read(file);
    assertThat(cluster.between().bytesPerSecond()).isCloseTo(2e7, within(1.0));
    assertThat(cluster.reductionBytesPerSecond()).isEqualTo(4e9);
    assertThat(cluster.processors().socketSecondsPerByte()).isEqualTo(1e-9);
    assertThat(cluster.processors().interference()).isEqualTo(0.06);
    assertThat(cluster.encoders().measured())
        .isEqualTo(Map.of("top-k", new Encoders.Speed(0.5e9, 3e9, 2e9)));
    Files.delete(folder.resolve("measured.yaml"));
    assertThatThrownBy(() -> ClusterFile.read(file)).hasMessageContaining("no calibration");
  }

  @Test
  void the_example_is_a_cluster_and_shows_every_key() {
    var example = ClusterFile.example();
    assertThat(ClusterFile.parse("example", example).ranksPerHost()).isEqualTo(4);
    for (var key : ClusterFile.KEYS.split(", ", -1)) {
      assertThat(example).anySatisfy(line -> assertThat(line).matches("(# )?" + key + ": .*"));
    }
  }

  @Test
  void every_line_of_the_example_can_be_set() {
    var lines =
        ClusterFile.example().stream()
            .filter(line -> !line.matches("# (shared_cores|calibration): .*"))
            .map(line -> line.replaceFirst("^# (?=[a-z_]+: )", ""))
            .toList();
    var cluster = ClusterFile.parse("example", lines);
    assertThat(cluster.processors().cores()).isEqualTo(16);
    assertThat(cluster.racks()).isEqualTo(new Racks(8, 3, 0.04));
  }

  @Test
  void rates_of_bits_are_read_as_people_write_them() {
    assertThat(Amount.rate("25 Gb/s")).isEqualTo(Amount.rate("25 Gbit/s"));
    assertThat(Amount.rate("25Gbps")).isEqualTo(Amount.rate("25 Gbit/s"));
    assertThat(Amount.rate("100 Mb/s")).isEqualTo(Amount.rate("100 Mbit/s"));
    assertThat(Amount.rate("1 GB/s")).isEqualTo(8 * Amount.rate("1 Gb/s"));
    assertThatThrownBy(() -> Amount.rate("25 gb/s"))
        .hasMessageContaining("write 10 Gbit/s or 1.2 GB/s");
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
  void more_ranks_than_memory_has_objects_for_are_refused() {
    var lines = OFFICE.stream().map(line -> line.replaceFirst("^hosts: .*", "hosts: 2000000000"));
    assertThatThrownBy(() -> ClusterFile.parse("office", lines.toList()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("up to 1048576 ranks in all can be predicted");
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
