package io.weft.diagnosis.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.diagnosis.Finding;
import io.weft.diagnosis.Verdict;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Doctors that meet over real sockets of this machine, one thread each. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PeerCheckupTest {
  private static final Token TOKEN = Token.of("a token of sixteen bytes and more");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration MEDIUM = Duration.ofSeconds(9);
  private static final Duration SHORT = Duration.ofSeconds(3);

  @Test
  void three_doctors_reach_each_other_both_ways() throws Exception {
    var list = list(3);
    var findings =
        together(() -> meet(list, 0, LONG), () -> meet(list, 1, LONG), () -> meet(list, 2, LONG));
    for (var seen : findings) {
      assertThat(problems(seen)).isEmpty();
      assertThat(seen).extracting(Finding::check).filteredOn("reach"::equals).hasSize(2);
      assertThat(seen)
          .extracting(Finding::found)
          .filteredOn(found -> found.startsWith("both ways, round trip "))
          .hasSize(2);
    }
  }

  @Test
  void a_doctor_that_does_not_come_is_named_by_the_others() throws Exception {
    var list = list(3);
    var findings = together(() -> meet(list, 0, SHORT), () -> meet(list, 1, SHORT));
    for (var seen : findings) {
      assertThat(problems(seen))
          .containsExactly(
              "reach: %s did not come within 3 s (connection refused)".formatted(list.get(2)));
    }
  }

  @Test
  void a_doctor_with_another_token_is_told_from_one_that_is_not_there() throws Exception {
    var list = list(3);
    var stranger = Token.of("another token of sixteen bytes");
    var findings =
        together(
            () -> meet(list, 0, LONG),
            () -> meet(list, 1, LONG),
            () -> checkup(list, 2, LONG).meet(stranger));
    assertThat(problems(findings.get(0))).containsExactly("token: it has another one");
    assertThat(problems(findings.get(1))).containsExactly("token: it has another one");
    assertThat(problems(findings.get(2)))
        .containsExactly("token: it has another one", "token: it has another one");
  }

  @Test
  void a_direction_that_is_closed_shows_on_both_sides() throws Exception {
    var list = list(2);
    var dead = list(1).getFirst();
    var misled = List.of(dead, list.get(1)); // calls a where nobody listens
    var findings = together(() -> meet(list, 0, MEDIUM), () -> meet(misled, 1, MEDIUM));
    assertThat(problems(findings.get(0)))
        .containsExactly(
            "reach: %1$s reaches %2$s, %2$s does not reach %1$s"
                .formatted(list.get(0), list.get(1)));
    assertThat(problems(findings.get(1)))
        .containsExactly(
            "reach: %1$s reaches %2$s, %2$s does not reach %1$s (connection refused)"
                .formatted(dead, list.get(1)));
  }

  @Test
  void lists_in_different_orders_are_found_at_once() throws Exception {
    var list = list(2);
    var findings = together(() -> meet(list, 0, LONG), () -> meet(list.reversed(), 0, LONG));
    for (var seen : findings) {
      assertThat(problems(seen)).containsExactly("hosts: it takes itself for entry 0 of 2");
    }
  }

  @Test
  void another_version_is_named_with_both() throws Exception {
    var list = list(2);
    var findings =
        together(
            () -> new PeerCheckup(hosts(list, 0), "1.0", LONG).meet(TOKEN),
            () -> new PeerCheckup(hosts(list, 1), "2.0", LONG).meet(TOKEN));
    assertThat(problems(findings.get(0))).containsExactly("version: 2.0 there, 1.0 here");
    assertThat(problems(findings.get(1))).containsExactly("version: 1.0 there, 2.0 here");
  }

  @Test
  void a_program_that_is_no_doctor_does_not_confuse_one() throws Exception {
    var list = list(2);
    int port = hosts(list, 1).host(1).place().port();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var other = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
      threads.execute(() -> closeEveryCaller(other));
      assertThat(problems(meet(list, 0, SHORT)))
          .singleElement()
          .asString()
          .startsWith("reach: %s did not come within 3 s (".formatted(list.get(1)));
    }
  }

  @Test
  void a_port_in_use_is_a_finding() throws Exception {
    var list = list(2);
    int port = hosts(list, 0).host(0).place().port();
    try (var other = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
      assertThat(other.isBound()).isTrue();
      assertThat(problems(meet(list, 0, SHORT)))
          .containsExactly(
              "port: cannot listen at port %d (Address already in use)".formatted(port));
    }
  }

  @Test
  void between_machines_a_token_is_needed_and_the_line_to_add_is_said() throws Exception {
    var hosts = hosts(List.of("192.0.2.1", "192.0.2.2"), 0);
    assertThat(new PeerCheckup(hosts, "1", SHORT).meet(Map.of()))
        .singleElement()
        .satisfies(finding -> assertThat(finding.verdict()).isEqualTo(Verdict.FAIL))
        .satisfies(finding -> assertThat(finding.repair()).startsWith("export WEFT_TOKEN=$("));
    assertThat(new PeerCheckup(hosts, "1", SHORT).meet(Map.of("WEFT_TOKEN", "short")))
        .singleElement()
        .satisfies(finding -> assertThat(finding.repair()).contains("the token has 5 bytes"));
  }

  @Test
  void names_and_ways_are_looked_up_without_any_other_doctor() {
    var hosts = hosts(List.of("127.0.0.1:1", "127.0.0.1:2", "no-such-host.invalid:3"), 0);
    var findings = new PeerCheckup(hosts, "1", SHORT).ways();
    assertThat(findings)
        .extracting(finding -> finding.verdict().label() + " " + finding.found())
        .containsExactly(
            "ok this is 127.0.0.1:1, entry 0 of 3",
            "fail an address, which is this machine itself",
            "ok to 127.0.0.1 from 127.0.0.1, lo",
            "fail no-such-host.invalid does not resolve");
  }

  private static void closeEveryCaller(ServerSocket other) {
    while (!other.isClosed()) {
      try {
        other.accept().close();
      } catch (IOException e) {
        return; // The test is over.
      }
    }
  }

  private static List<Finding> meet(List<String> list, int self, Duration timeout)
      throws InterruptedException {
    return checkup(list, self, timeout).meet(TOKEN);
  }

  private static PeerCheckup checkup(List<String> list, int self, Duration timeout) {
    return new PeerCheckup(hosts(list, self), "1.0", timeout);
  }

  private static HostList hosts(List<String> list, int self) {
    return HostList.locate(HostList.parse(list, 29600), self);
  }

  /** Addresses of this machine at ports that are free, all of them different. */
  private static List<String> list(int count) throws IOException {
    var list = new ArrayList<String>();
    var held = new ArrayList<ServerSocket>();
    for (int i = 0; i < count; i++) {
      held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      list.add("127.0.0.1:" + held.getLast().getLocalPort());
    }
    for (var socket : held) {
      socket.close();
    }
    return list;
  }

  @SafeVarargs
  private static List<List<Finding>> together(Callable<List<Finding>>... doctors) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var started = IntStream.range(0, doctors.length).mapToObj(i -> threads.submit(doctors[i]));
      var findings = new ArrayList<List<Finding>>();
      for (Future<List<Finding>> doctor : started.toList()) {
        findings.add(doctor.get(25, TimeUnit.SECONDS));
      }
      return findings;
    }
  }

  private static List<String> problems(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.verdict() != Verdict.OK)
        .map(finding -> finding.check() + ": " + finding.found())
        .toList();
  }
}
