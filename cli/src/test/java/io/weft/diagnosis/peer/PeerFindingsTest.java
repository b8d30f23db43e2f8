package io.weft.diagnosis.peer;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.diagnosis.Finding;
import io.weft.diagnosis.Lookup;
import io.weft.diagnosis.Verdict;
import io.weft.network.identity.HostPort;
import io.weft.trace.ClockSample;
import io.weft.trials.Draw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What doctors conclude from their reports; a, b and c are hosts 0, 1 and 2. */
@Tag("sampled")
class PeerFindingsTest {
  private static final ClockSample QUICK = new ClockSample(0, 50, 50, 100);
  private static final Peer ALIKE = new Peer("1", Runtime.version().feature());

  @Test
  void a_firewall_that_lets_one_direction_through_shows_on_all_hosts() {
    var matrix = matrix(3);
    matrix.get(0).set(1, false); // a does not reach b
    assertThat(found(seenBy(0, matrix)))
        .containsExactly("b reaches a, a does not reach b (no answer)");
    assertThat(found(seenBy(1, matrix))).containsExactly("b reaches a, a does not reach b");
    assertThat(found(seenBy(2, matrix))).containsExactly("b reaches a, a does not reach b");
    assertThat(failures(seenBy(2, matrix)).getFirst().repair())
        .isEqualTo("let a connect to TCP port 29600 of b: look at the firewall of b");
  }

  @Test
  void two_that_do_not_reach_each_other_are_known_to_run_by_a_third() {
    var matrix = matrix(3);
    matrix.get(0).set(1, false);
    matrix.get(1).set(0, false);
    var reports = Map.of(0, matrix.get(0), 2, matrix.get(2)); // b cannot tell a
    var reachability = new Reachability(0, reports, Set.of(2));
    assertThat(found(findings(0, 3, reachability)))
        .containsExactly("both run, and neither of a and b reaches the other (no answer)");
  }

  @Test
  void a_host_that_did_not_come_is_named() {
    var reachability = new Reachability(0, Map.of(0, List.of(true, false)), Set.of());
    assertThat(found(findings(0, 2, reachability)))
        .containsExactly("b did not come within 30 s (no answer)");
  }

  @Test
  void a_host_that_went_before_it_reported_is_lost() {
    var reachability = new Reachability(0, Map.of(0, List.of(true, true)), Set.of());
    assertThat(found(findings(0, 2, reachability)))
        .containsExactly("b was lost before it said whether it reaches a");
  }

  @Test
  void all_who_have_all_reports_blame_the_same_pairs() {
    forAll(
        draw -> {
          int hosts = draw.between(2, 6);
          var matrix = matrix(hosts);
          for (int gap = draw.between(0, 5); gap > 0; gap--) {
            cut(matrix, draw);
          }
          var first = blamed(seenBy(0, matrix));
          for (int host = 1; host < hosts; host++) {
            assertThat(blamed(seenBy(host, matrix))).as("host %d", host).isEqualTo(first);
          }
        });
  }

  @Test
  void a_clock_far_away_and_other_versions_are_found() {
    var late = new ClockSample(0, -199_999_000, -199_999_000, 2_000);
    var outcome =
        new Consultation.Outcome(
            Map.of(1, new Reach.Reached(late)),
            Map.of(1, new Peer("2", 24)),
            new Reachability(0, Map.of(0, List.of(true, true), 1, List.of(true, true)), Set.of(1)));
    var findings = new PeerFindings(hosts(0, 2), "1", Duration.ofSeconds(30), outcome).all();
    assertThat(findings)
        .extracting(finding -> finding.verdict().label() + " " + finding.found())
        .containsExactly(
            "ok both ways, round trip 2.0 µs",
            "warn 200.0 ms behind ours, give or take 1.0 µs",
            "fail 2 there, 1 here",
            "fail 24 there, %d here".formatted(Runtime.version().feature()));
    assertThat(findings).extracting(Finding::host).containsOnly("b");
  }

  private static void cut(List<List<Boolean>> matrix, Draw draw) {
    int from = draw.between(0, matrix.size() - 1);
    int to = draw.between(0, matrix.size() - 1);
    matrix.get(from).set(to, from == to);
  }

  private static List<List<Boolean>> matrix(int hosts) {
    var matrix = new ArrayList<List<Boolean>>();
    for (int i = 0; i < hosts; i++) {
      matrix.add(new ArrayList<>(IntStream.range(0, hosts).mapToObj(j -> true).toList()));
    }
    return matrix;
  }

  private static List<Finding> seenBy(int self, List<List<Boolean>> matrix) {
    var reports = new HashMap<Integer, List<Boolean>>();
    for (int host = 0; host < matrix.size(); host++) {
      reports.put(host, matrix.get(host));
    }
    return findings(self, matrix.size(), new Reachability(self, reports, Set.of()));
  }

  private static List<Finding> findings(int self, int hosts, Reachability reachability) {
    var reaches = new HashMap<Integer, Reach>();
    var peers = new HashMap<Integer, Peer>();
    for (int host = 0; host < hosts; host++) {
      if (reachability.reaches(self, host) == Reachability.Answer.YES) {
        reaches.put(host, new Reach.Reached(QUICK));
        peers.put(host, ALIKE);
      } else {
        reaches.put(host, new Reach.Unreached("no answer"));
      }
    }
    var outcome = new Consultation.Outcome(reaches, peers, reachability);
    return new PeerFindings(hosts(self, hosts), "1", Duration.ofSeconds(30), outcome).all();
  }

  private static HostList hosts(int self, int count) {
    var hosts =
        IntStream.range(0, count)
            .mapToObj(i -> String.valueOf((char) ('a' + i)))
            .map(name -> new HostList.Host(new HostPort(name, 29600), new Lookup(name, List.of())))
            .toList();
    return new HostList(hosts, self);
  }

  private static List<Finding> failures(List<Finding> findings) {
    return findings.stream().filter(finding -> finding.verdict() == Verdict.FAIL).toList();
  }

  private static List<String> found(List<Finding> findings) {
    return failures(findings).stream().map(Finding::found).toList();
  }

  private static Set<String> blamed(List<Finding> findings) {
    var blamed = new TreeSet<String>();
    for (String sentence : found(findings)) {
      blamed.add(
          sentence
              .replace(" (no answer)", "")
              .replaceFirst("neither of (\\w) and (\\w)", "neither of those")
              .concat(pair(sentence)));
    }
    return blamed;
  }

  /** The two that a sentence is about, in order. */
  private static String pair(String sentence) {
    return new TreeSet<>(
            List.of(sentence.replaceAll("\\b\\w{2,}\\b|[^\\w ]", " ").strip().split("\\s+")))
        .toString();
  }
}
