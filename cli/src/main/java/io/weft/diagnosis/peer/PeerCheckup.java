package io.weft.diagnosis.peer;

import io.weft.diagnosis.Finding;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All checks of the hosts of a cluster, seen from one of them. */
public final class PeerCheckup {
  private final HostList hosts;
  private final String version;
  private final Duration timeout;

  /**
   * @param version of the program, which all hosts should have
   * @param timeout how long the others may take to come, up to an hour
   */
  public PeerCheckup(HostList hosts, String version, Duration timeout) {
    if (!timeout.isPositive() || timeout.compareTo(Consultation.TIMEOUT_MOST) > 0) {
      throw new IllegalArgumentException("--timeout: give more than 0s and at most 1h");
    }
    this.hosts = hosts;
    this.version = version;
    this.timeout = timeout;
  }

  /** What needs no other doctor: names, and ways to them. */
  public List<Finding> ways() {
    var findings = new ArrayList<Finding>();
    findings.add(
        Finding.ok(
            "hosts",
            "this is %s, entry %d of %d"
                .formatted(hosts.label(hosts.self()), hosts.self(), hosts.size())));
    for (int other : hosts.others()) {
      var name = nameOf(other);
      findings.add(name.about(hosts.label(other)));
      for (var address : hosts.host(other).lookup().addresses().stream().limit(1).toList()) {
        var target = new InetSocketAddress(address, hosts.host(other).place().port());
        findings.add(RouteCheck.finding(target).about(hosts.label(other)));
      }
    }
    return findings;
  }

  private Finding nameOf(int other) {
    var lookup = hosts.host(other).lookup();
    if (lookup.addresses().isEmpty()) {
      return Finding.fail(
          "name",
          lookup.name() + " does not resolve",
          "add it to DNS or to /etc/hosts of this machine, or give its address");
    }
    String found =
        lookup.isLiteral() ? "an address" : "%s is %s".formatted(lookup.name(), lookup.spoken());
    return lookup.loopbackOnly() && !hosts.withinThisMachine()
        ? Finding.fail(
            "name",
            found + ", which is this machine itself",
            "give it its real address in /etc/hosts of this machine, or give its address")
        : Finding.ok("name", found);
  }

  /**
   * Meets the doctors on the other hosts.
   *
   * @param environment where the token is
   */
  public List<Finding> meet(Map<String, String> environment) throws InterruptedException {
    Optional<Token> given;
    try {
      given = Token.from(environment);
    } catch (AuthenticationException e) {
      return List.of(Finding.fail("token", "unusable", String.valueOf(e.getMessage())));
    }
    var findings = new ArrayList<Finding>();
    var token = hosts.withinThisMachine() ? given.orElseGet(Token::ofThisUser) : given.orElse(null);
    findings.add(tokenFinding(token));
    if (token != null) {
      findings.addAll(meet(token));
    }
    return findings;
  }

  private static Finding tokenFinding(@Nullable Token token) {
    if (token == null) {
      return Finding.fail(
          "token", "there is none, and without it hosts do not talk to each other", Token.REPAIR);
    }
    return Finding.ok(
        "token", token.isSecret() ? "there is one" : "none, and within one machine none is needed");
  }

  List<Finding> meet(Token token) throws InterruptedException {
    try (var consultation = new Consultation(hosts, token, version, timeout)) {
      return new PeerFindings(hosts, version, timeout, consultation.hold()).all();
    } catch (IOException e) {
      var place = hosts.listeningAddress();
      return List.of(
          Finding.fail(
              "port",
              "cannot listen at port %d (%s)".formatted(place.getPort(), e.getMessage()),
              "end what uses it, or give all hosts another --port"));
    }
  }
}
