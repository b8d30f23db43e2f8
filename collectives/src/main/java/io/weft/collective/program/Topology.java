package io.weft.collective.program;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/** Which rank lives on which host. */
public final class Topology {
  private final List<Integer> hosts;
  private final List<List<Integer>> ranksByHost;

  /** Takes the host number of each rank; hosts are counted from 0 without gaps. */
  public Topology(List<Integer> hosts) {
    if (hosts.isEmpty() || Collections.min(hosts) < 0) {
      throw new IllegalArgumentException(
          "hosts %s: give one rank or more, each with a host number from 0".formatted(hosts));
    }
    this.hosts = List.copyOf(hosts);
    int highest = Collections.max(hosts);
    int empty = firstWithoutRank(hosts);
    if (empty < highest) {
      throw new IllegalArgumentException(
          "host %d has no rank in %s: number the hosts from 0 without gaps"
              .formatted(empty, hosts));
    }
    var ranks = new ArrayList<List<Integer>>();
    for (int host = 0; host <= highest; host++) {
      ranks.add(new ArrayList<>());
    }
    for (int rank = 0; rank < hosts.size(); rank++) {
      ranks.get(hosts.get(rank)).add(rank);
    }
    this.ranksByHost = ranks.stream().map(List::copyOf).toList();
  }

  /** Of numbers that anybody may have sent: there may be any gap between them. */
  private static int firstWithoutRank(List<Integer> hosts) {
    var named = new HashSet<>(hosts);
    int host = 0;
    while (named.contains(host)) {
      host++;
    }
    return host;
  }

  /** All ranks on one host. */
  public static Topology oneHost(int ranks) {
    return new Topology(Collections.nCopies(ranks, 0));
  }

  /** Consecutive ranks on the same host, as many on each. */
  public static Topology hosts(int hostCount, int ranksPerHost) {
    return new Topology(
        IntStream.range(0, hostCount * ranksPerHost)
            .mapToObj(rank -> rank / ranksPerHost)
            .toList());
  }

  public int ranks() {
    return hosts.size();
  }

  public int hostCount() {
    return ranksByHost.size();
  }

  public int hostOf(int rank) {
    return hosts.get(rank);
  }

  public boolean sameHost(int rank, int other) {
    return hostOf(rank) == hostOf(other);
  }

  /** The ranks of one host, ascending. */
  public List<Integer> ranksOf(int host) {
    return ranksByHost.get(host);
  }

  /** The topology of some of the ranks, in the order given. */
  public Topology among(List<Integer> ranks) {
    var old = ranks.stream().map(hosts::get).toList();
    var distinct = old.stream().distinct().toList();
    return new Topology(old.stream().map(distinct::indexOf).toList());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Topology that && hosts.equals(that.hosts);
  }

  @Override
  public int hashCode() {
    return hosts.hashCode();
  }

  /** The host of each rank: {@code [0, 0, 1, 1]}. */
  @Override
  public String toString() {
    return hosts.toString();
  }
}
