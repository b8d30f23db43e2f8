package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.cli.RecordedTerminal;
import io.weft.join.Link;
import io.weft.join.LinkClass;
import io.weft.join.MachineCosts;
import io.weft.join.MachineFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CalibrateCommandTest {
  @TempDir private Path folder;

  @Test
  void what_is_measured_is_printed_and_written() throws Exception {
    var file = folder.resolve("new/this-machine.yaml");
    var ended =
        new Ranks()
            .run(2, "calibrate", "--output", file.toString(), "--seconds", "0.001", "--no-codecs");
    assertThat(ended).allMatch(rank -> rank.exitCode() == 0);
    assertThat(ended.get(0).out())
        .contains("latency µs", "inside a process", "between processes", "written to " + file)
        .doesNotContain("between hosts");
    assertThat(ended.get(1).out()).isEmpty();
    var costs = MachineFile.read(file);
    assertThat(costs.measured()).containsOnlyKeys(LinkClass.PROCESS, LinkClass.HOST);
    assertThat(costs.reductionGigabytesPerSecond()).isPositive();
    assertThat(costs.predictions())
        .containsOnlyKeys(
            "sustained_host_gigabytes_per_second",
            "sustained_host_latency_microseconds",
            "socket_gigabytes_per_second",
            "socket_message_microseconds",
            "interference_percent");
  }

  @Test
  void a_link_that_others_measured_replaces_ours_and_leaves_the_rest() throws Exception {
    var file = folder.resolve("gpus.yaml");
    var link = new Link(12, 2);
    MachineFile.write(
        new MachineCosts(7, Map.of(LinkClass.HOST, link), Map.of("interference_percent", 3.0)),
        file);
    var printed = folder.resolve("all_reduce_perf.txt");
    Files.write(
        printed,
        List.of(
            "#  Rank  0 Group  0 Pid   4711 on      node1 device  0 [0x0f] a GPU",
            "#  Rank  1 Group  0 Pid   4712 on      node2 device  0 [0x0f] a GPU",
            "#       size         count      type   redop    root     time   algbw   busbw",
            "        1024           256     float     sum      -1    21.02    0.05    0.05      0",
            "   100000000      25000000     float     sum      -1   100020    1.00    1.00     "
                + " 0"));
    var recorded = new RecordedTerminal();
    int code =
        Weft.run(
            recorded.pipe(),
            "calibrate",
            "--nccl",
            printed.toString(),
            "--output",
            file.toString());
    assertThat(code).isZero();
    var costs = MachineFile.read(file);
    assertThat(costs.measured()).containsEntry(LinkClass.HOST, link);
    assertThat(costs.predictions()).containsEntry("interference_percent", 3.0);
    // Two messages of half the bytes each: 20 µs and 100 ms of all are 10 µs and 1 GB/s.
    var found = costs.measured().getOrDefault(LinkClass.NETWORK, new Link(0, 1e9));
    assertThat(found.latencyMicros()).isCloseTo(10, within(0.1));
    assertThat(found.gigabytesPerSecond()).isCloseTo(1, within(0.01));
  }

  @Test
  void what_nccl_did_not_print_is_refused() throws Exception {
    var printed = Files.writeString(folder.resolve("empty.txt"), "nothing\n");
    var recorded = new RecordedTerminal();
    assertThat(Weft.run(recorded.pipe(), "calibrate", "--nccl", printed.toString())).isNotZero();
    assertThat(recorded.err()).contains("names 0 ranks and has 0 sizes");
    Files.writeString(
        printed,
        """
        # Rank 0 Group 0 Pid 1 on node1 device 0
        # Rank 1 Group 0 Pid 1 on node2 device 0
         99999999999999999999 1 float sum -1 1.5 0
         1024 256 float sum -1 1.2.3 0
        """);
    assertThat(Weft.run(recorded.pipe(), "calibrate", "--nccl", printed.toString())).isNotZero();
    assertThat(recorded.err()).contains("names 2 ranks and has 0 sizes");
  }

  @Test
  void one_rank_cannot_be_calibrated() {
    var recorded = new RecordedTerminal();
    assertThat(Weft.run(recorded.pipe(), "calibrate", "--ranks", "1")).isEqualTo(2);
    assertThat(recorded.err()).isEqualTo("weft: --ranks 1: give 2 to 256 ranks\n");
  }
}
