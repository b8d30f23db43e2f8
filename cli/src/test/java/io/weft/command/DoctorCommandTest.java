package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import io.weft.diagnosis.Netlab;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in this process, and several as processes of their own. */
class DoctorCommandTest {
  private static final long HANG_GUARD_SECONDS = 30;

  private final RecordedTerminal recorded = new RecordedTerminal();

  @TempDir private Path folder;

  @Test
  void every_check_is_a_line_that_begins_with_its_verdict() {
    assertThat(run("doctor")).as(recorded.err()).isZero();
    assertThat(recorded.outLines())
        .hasSizeGreaterThan(10)
        .contains("ok    native access          allowed")
        .first()
        .asString()
        .startsWith("ok    weft                   ");
    assertThat(recorded.outLines().getLast()).matches("(all )?\\d+ checks.*");
  }

  @Test
  void every_check_is_a_json_line_on_demand() {
    assertThat(run("doctor", "--json")).isZero();
    assertThat(recorded.outLines())
        .contains(
            "{\"event\":\"doctor\",\"check\":\"native access\",\"verdict\":\"ok\","
                + "\"found\":\"allowed\"}")
        .allMatch(line -> line.startsWith("{\"event\":\"doctor\",\"check\":\""));
  }

  @Test
  void impossible_options_are_refused() {
    assertThat(run("doctor", "--self", "1")).isEqualTo(2);
    assertThat(run("doctor", "--hosts", "127.0.0.1:1,127.0.0.1:2")).isEqualTo(2);
    assertThat(run("doctor", "--hosts", "127.0.0.1,127.0.0.2", "--port", "0")).isEqualTo(2);
    assertThat(
            run("doctor", "--hosts", "127.0.0.1:1,127.0.0.1:2", "--self", "0", "--timeout", "2h"))
        .isEqualTo(2);
    assertThat(recorded.err().lines())
        .containsExactly(
            "weft: --self without --hosts: give both",
            "weft: entries 0, 1 of --hosts are all this machine: say which one with --self N",
            "weft: --port 0: give a port from 1 to 65535",
            "weft: --timeout: give more than 0s and at most 1h");
  }

  @Test
  void a_failed_check_is_a_failure_of_the_command() throws Exception {
    String list = String.join(",", list(2));
    assertThat(run("doctor", "--hosts", list, "--self", "0", "--timeout", "1s", "--json"))
        .isEqualTo(1);
    assertThat(recorded.outLines().getLast())
        .startsWith("{\"event\":\"error\",\"message\":\"1 of ")
        .endsWith("\"exit_code\":1}");
    assertThat(recorded.out()).contains("did not come within 1 s");
    assertThat(recorded.err())
        .contains("see the lines that begin with fail")
        .doesNotContain("\tat");
  }

  @Test
  @Tag("processes")
  void doctors_in_three_processes_meet_by_their_token() throws Exception {
    String list = String.join(",", list(3));
    var doctors = new ArrayList<Process>();
    for (int self = 0; self < 3; self++) {
      doctors.add(start(self, list));
    }
    for (int self = 0; self < 3; self++) {
      assertThat(doctors.get(self).waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS)).isTrue();
      String out = Files.readString(folder.resolve("out-" + self));
      assertThat(doctors.get(self).exitValue()).as(out).isZero();
      assertThat(out.lines().filter(line -> line.contains("both ways, round trip "))).hasSize(2);
      assertThat(out).contains("ok    token").contains("there is one\n");
    }
  }

  @Test
  @Tag("thorough")
  @Tag("processes")
  void a_firewall_in_one_direction_is_found_in_the_lab() throws Exception {
    var lab = new Netlab(folder);
    lab.assume();
    // Host 1 drops what is sent to its port from outside; what it is answered comes to other ports.
    String script =
        "if [ $RANK = 0 ]; then ip rule add pref 2 table local && ip rule del pref 0 &&"
            + " ip rule add pref 1 iif eth0 ipproto tcp dport 29600 blackhole || exit 9; fi;"
            + " \"$@\" doctor --hosts $HOSTS --timeout 9s; [ $? = 1 ]";
    var arguments =
        Stream.concat(
            Stream.of("-n", "2", "-r", "none", "--", "sh", "-c", script, "sh"), java().stream());
    var ended = lab.run(arguments.toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("10.77.0.1 reaches 10.77.0.2, 10.77.0.2 does not reach 10.77.0.1;")
        .contains("look at the firewall of 10.77.0.1\n")
        .containsPattern("ok +route, 10.77.0.2 +to 10.77.0.2 from 10.77.0.1, eth0\n");
  }

  private Process start(int self, String list) throws IOException {
    var command = new ArrayList<>(java());
    command.addAll(
        List.of("doctor", "--hosts", list, "--self", Integer.toString(self), "--timeout", "25s"));
    var builder = new ProcessBuilder(command);
    builder.environment().put("WEFT_TOKEN", "one token for all three doctors");
    return builder
        .redirectOutput(folder.resolve("out-" + self).toFile())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("java.class.path"),
        "io.weft.command.Weft");
  }

  private static List<String> list(int count) throws IOException {
    var held = new ArrayList<ServerSocket>();
    for (int i = 0; i < count; i++) {
      held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    for (var socket : held) {
      socket.close();
    }
    return IntStream.range(0, count)
        .mapToObj(i -> "127.0.0.1:" + held.get(i).getLocalPort())
        .toList();
  }

  private int run(String... args) {
    return Weft.run(recorded.pipe(), args);
  }
}
