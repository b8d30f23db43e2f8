package io.weft.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The emulated cluster, for real where root and the kernel allow it. */
@Tag("processes")
class NetlabTest {
  @TempDir private Path folder;
  private Netlab lab;
  private String before = "";

  @BeforeEach
  void check() throws Exception {
    lab = new Netlab(folder);
    lab.assume();
    before = lab.namespaces();
  }

  @Test
  void every_host_has_an_address_and_only_rank_0_is_heard() throws Exception {
    var ended =
        lab.run(
            "-n", "2", "-r", "none", "--", "sh", "-c", "echo $RANK/$WORLD_SIZE $HOST_ADDR $HOSTS");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).isEqualTo("0/2 10.77.0.1 10.77.0.1,10.77.0.2\n");
    assertThat(ended.exitCode()).isZero();
    assertThat(lab.namespaces()).isEqualTo(before);
  }

  @Test
  @Tag("thorough")
  void hosts_share_a_token_that_is_new_in_every_run() throws Exception {
    String[] command = {"-n", "3", "-r", "none", "--", "sh", "-c", "echo token $WEFT_TOKEN >&2"};
    String first = lab.run(command).err();
    assertThat(first.lines().distinct().toList())
        .singleElement()
        .asString()
        .matches("token [0-9a-f]{64}");
    assertThat(first.lines()).hasSize(3);
    assertThat(lab.run(command).err()).isNotEqualTo(first);
  }

  @Test
  void hosts_have_several_links_whose_traffic_is_counted() throws Exception {
    String script =
        "echo $HOST_ADDRS; [ $RANK = 0 ] || for link in 0 1; do for message in {1..20}; do"
            + " printf %01000d 0 >/dev/udp/10.77.$link.1/9; done; done";
    var ended = lab.run("-n", "2", "-l", "2", "-r", "100mbit", "-t", "--", "bash", "-c", script);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    var lines = ended.out().lines().toList();
    assertThat(lines).hasSize(3).first().isEqualTo("10.77.0.1,10.77.1.1");
    assertThat(lines.get(1)).startsWith("{\"bench\":\"interface\",\"host\":1,\"tx_bytes\":");
    assertThat(lines.get(2)).startsWith("{\"bench\":\"interface\",\"host\":2,\"tx_bytes\":");
    assertThat(field("rx_bytes", lines.get(1))).isBetween(40_000L, 60_000L);
    assertThat(field("tx_bytes", lines.get(2))).isBetween(40_000L, 60_000L);
    assertThat(lab.namespaces()).isEqualTo(before);
  }

  @Test
  @Tag("thorough")
  void hosts_may_have_addresses_of_the_other_kind() throws Exception {
    lab.assume("-6");
    var ended =
        lab.run(
            "-n", "2", "-l", "2", "-6", "--", "sh", "-c", "echo $HOST_ADDRS $HOSTS $MASTER_ADDR");
    assertThat(ended.out()).isEqualTo("fd77:0::1,fd77:1::1 fd77:0::1,fd77:0::2 fd77:0::1\n");
  }

  @Test
  @Tag("thorough")
  void hosts_avoid_congestion_as_asked() throws Exception {
    String file = "/proc/sys/net/ipv4/tcp_congestion_control";
    var ended = lab.run("-n", "1", "-r", "none", "-c", "reno", "--", "cat", file);
    assertThat(ended.out()).as(ended.err()).isEqualTo("reno\n");
    var refused = lab.run("-n", "1", "-r", "none", "-c", "prayer", "--", "true");
    assertThat(refused.exitCode()).isEqualTo(69);
    assertThat(refused.err()).matches("netlab.sh: -c prayer: hosts may have one of .*reno.*\n");
    assertThat(lab.namespaces()).isEqualTo(before);
  }

  @Test
  void a_failed_rank_stops_the_others_and_its_exit_code_is_kept() throws Exception {
    var ended =
        lab.run("-n", "3", "-r", "none", "--", "sh", "-c", "[ $RANK != 1 ] || exit 7; sleep 600");
    assertThat(ended.exitCode()).isEqualTo(7);
    assertThat(lab.namespaces()).isEqualTo(before);
  }

  @Test
  void what_a_rank_left_in_the_background_goes_too() throws Exception {
    var ended =
        lab.run("-n", "1", "-r", "none", "--", "sh", "-c", "sleep 600 >&2 & echo $!; exit 0");
    long pid = Long.parseLong(ended.out().strip());
    assertThat(ProcessHandle.of(pid).flatMap(left -> left.info().command())).isEmpty();
    assertThat(lab.namespaces()).isEqualTo(before);
  }

  @Test
  void impossible_values_are_refused_in_a_sentence() throws Exception {
    var ended = lab.run("-n", "0", "--", "true");
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).isEqualTo("netlab.sh: -n 0: give a whole number from 1 to 254\n");
  }

  private static long field(String name, String line) {
    var found = Pattern.compile("\"" + name + "\":(\\d+)").matcher(line);
    assertThat(found.find()).as(line).isTrue();
    return Long.parseLong(found.group(1));
  }
}
