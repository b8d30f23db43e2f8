package io.weft.collective.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Which rank lives on which host.
 *
 * @param hosts the host number of each rank, counted from 0 without gaps
 */
public record Topology(List<Integer> hosts) {
  public Topology {
    hosts = List.copyOf(hosts);
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("a topology needs one rank or more");
    }
    for (int host = 0; host <= Collections.max(hosts); host++) {
      if (!hosts.contains(host)) {
        throw new IllegalArgumentException(
            "host %d has no rank in %s: number the hosts from 0 without gaps"
                .formatted(host, hosts));
      }
    }
  }

  /** All ranks on one host. */
  public static Topology oneHost(int ranks) {
    return new Topology(Collections.nCopies(ranks, 0));
  }

  /** Consecutive ranks on the same host, as many on each. */
  public static Topology hosts(int hostCount, int ranksPerHost) {
    var hosts = new ArrayList<Integer>();
    for (int rank = 0; rank < hostCount * ranksPerHost; rank++) {
      hosts.add(rank / ranksPerHost);
    }
    return new Topology(hosts);
  }

  public int ranks() {
    return hosts.size();
  }

  public int hostCount() {
    return Collections.max(hosts) + 1;
  }

  public boolean sameHost(int rank, int other) {
    return hosts.get(rank).equals(hosts.get(other));
  }

  /** The topology of some of the ranks, in the order given. */
  public Topology among(List<Integer> ranks) {
    var old = ranks.stream().map(hosts::get).toList();
    var distinct = old.stream().distinct().toList();
    return new Topology(old.stream().map(distinct::indexOf).toList());
  }

  /** The ranks of one host, ascending. */
  public List<Integer> ranksOf(int host) {
    var found = new ArrayList<Integer>();
    for (int rank = 0; rank < hosts.size(); rank++) {
      if (hosts.get(rank) == host) {
        found.add(rank);
      }
    }
    return found;
  }
}
