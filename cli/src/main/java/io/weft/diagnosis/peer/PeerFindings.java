package io.weft.diagnosis.peer;

import io.weft.diagnosis.Finding;
import io.weft.report.Quantity;
import io.weft.trace.ClockSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the outcome of a consultation means. */
final class PeerFindings {
  /** Beyond it the order of events in logs and traces of two hosts is not to be trusted. */
  private static final Duration OFFSET_MOST = Duration.ofMillis(100);

  private final HostList hosts;
  private final String version;
  private final Duration timeout;
  private final Consultation.Outcome outcome;

  PeerFindings(HostList hosts, String version, Duration timeout, Consultation.Outcome outcome) {
    this.hosts = hosts;
    this.version = version;
    this.timeout = timeout;
    this.outcome = outcome;
  }

  List<Finding> all() {
    var findings = new ArrayList<Finding>();
    for (int other : hosts.others()) {
      for (var finding : of(other)) {
        findings.add(finding.about(hosts.label(other)));
      }
    }
    findings.addAll(amongOthers());
    return findings;
  }

  private List<Finding> of(int other) {
    var findings = new ArrayList<Finding>();
    var reach = outcome.reaches().get(other);
    switch (reach) {
      case Reach.OtherToken _ ->
          findings.add(
              Finding.fail("token", "it has another one", "give every host the same WEFT_TOKEN"));
      case Reach.Disagreed(var why) ->
          findings.add(
              Finding.fail(
                  "hosts", why, "give all hosts the same list in the same order, and a free port"));
      case Reach.Reached(var best) -> {
        findings.add(reachable(other, best));
        findings.add(clock(best));
      }
      case Reach.Unreached(var why) -> findings.add(unreachable(other, why));
      case null -> throw new AssertionError("host " + other + " was not called");
    }
    var peer = outcome.peers().get(other);
    if (peer != null) {
      findings.add(versionOf(peer));
      findings.add(jdkOf(peer));
    }
    return findings;
  }

  private Finding reachable(int other, ClockSample best) {
    return switch (outcome.reachability().between(hosts.self(), other)) {
      case BOTH_WAYS ->
          Finding.ok(
              "reach", "both ways, round trip " + Quantity.seconds(best.roundTripNanos() / 1e9));
      case ONLY_FORTH -> oneWay(hosts.self(), other, "");
      case UNKNOWN ->
          Finding.fail(
              "reach",
              "%s was lost before it said whether it reaches %s".formatted(name(other), ours()),
              "start all doctors again, and look at what the one on %s says"
                  .formatted(name(other)));
      case ONLY_BACK, NEITHER_WAY -> throw new AssertionError("host " + other + " was reached");
    };
  }

  private Finding unreachable(int other, String why) {
    var reachability = outcome.reachability();
    if (!reachability.runs(other)) {
      return Finding.fail(
          "reach",
          "%s did not come within %d s (%s)".formatted(name(other), timeout.toSeconds(), why),
          "run ./weft doctor with the same --hosts there too, or look whether it is up");
    }
    return switch (reachability.between(hosts.self(), other)) {
      case ONLY_BACK -> oneWay(other, hosts.self(), " (" + why + ")");
      case NEITHER_WAY, UNKNOWN -> noWay(hosts.self(), other, " (" + why + ")");
      case BOTH_WAYS, ONLY_FORTH -> throw new AssertionError("host " + other + " not reached");
    };
  }

  private Finding oneWay(int from, int to, String why) {
    return Finding.fail(
        "reach",
        "%s reaches %s, %s does not reach %s%s"
            .formatted(name(from), name(to), name(to), name(from), why),
        letIn(from, name(to)));
  }

  private Finding noWay(int one, int other, String why) {
    return Finding.fail(
        "reach",
        "both run, and neither of %s and %s reaches the other%s"
            .formatted(name(one), name(other), why),
        letIn(one, name(other)) + ", and the other way round");
  }

  private String letIn(int host, String caller) {
    return "let %s connect to TCP port %d of %s: look at the firewall of %s"
        .formatted(caller, hosts.host(host).place().port(), name(host), name(host));
  }

  /** What the others told us of each other, where it is bad. */
  private List<Finding> amongOthers() {
    var findings = new ArrayList<Finding>();
    var reachability = outcome.reachability();
    for (int one : hosts.others()) {
      for (int other : hosts.others()) {
        if (one < other && reachability.runs(one) && reachability.runs(other)) {
          switch (reachability.between(one, other)) {
            case ONLY_FORTH -> findings.add(oneWay(one, other, "").about(name(other)));
            case ONLY_BACK -> findings.add(oneWay(other, one, "").about(name(one)));
            case NEITHER_WAY -> findings.add(noWay(one, other, "").about(name(one)));
            case BOTH_WAYS, UNKNOWN -> {}
          }
        }
      }
    }
    return findings;
  }

  private static Finding clock(ClockSample best) {
    double millis = best.offsetNanos() / 1e6;
    String found =
        String.format(
            Locale.ROOT,
            "%.1f ms %s ours, give or take %s",
            Math.abs(millis),
            millis < 0 ? "behind" : "ahead of",
            Quantity.seconds(best.roundTripNanos() / 2e9));
    return Math.abs(best.offsetNanos()) <= OFFSET_MOST.toNanos()
        ? Finding.ok("clock", found)
        : Finding.warn("clock", found, "synchronise both: timedatectl set-ntp true, or chrony");
  }

  private Finding versionOf(Peer peer) {
    return peer.version().equals(version)
        ? Finding.ok("version", peer.version() + ", as here")
        : Finding.fail(
            "version",
            "%s there, %s here".formatted(peer.version(), version),
            "install the same version of Weft on both");
  }

  private static Finding jdkOf(Peer peer) {
    int here = Runtime.version().feature();
    return peer.jdk() == here
        ? Finding.ok("JDK", peer.jdk() + ", as here")
        : Finding.fail(
            "JDK",
            "%d there, %d here".formatted(peer.jdk(), here),
            "install the same version of the JDK on both");
  }

  private String name(int host) {
    return hosts.label(host);
  }

  private String ours() {
    return name(hosts.self());
  }
}
