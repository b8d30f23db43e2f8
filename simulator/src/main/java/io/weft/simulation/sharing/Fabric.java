package io.weft.simulation.sharing;

import io.weft.cluster.Cluster;
import io.weft.collective.program.Topology;

/**
 * The links of a cluster, numbered, and which of them a message goes through: out of a rank and
 * into another one on the same host; out of a host and into another one; and where they are in
 * different racks, also out of a rack and into another one.
 */
final class Fabric {
  private final Topology topology;
  private final Cluster cluster;
  private final int hostsFrom;
  private final int racksFrom;

  Fabric(Cluster cluster, Topology topology) {
    this.cluster = cluster;
    this.topology = topology;
    this.hostsFrom = 2 * topology.ranks();
    this.racksFrom = hostsFrom + 2 * topology.hostCount();
  }

  private int rackOf(int rank) {
    return topology.hostOf(rank) / cluster.racks().hostsPerRack();
  }

  /** What each link carries in a second. */
  double[] capacities() {
    int racks = 1 + rackOf(topology.ranks() - 1);
    var each = new double[racksFrom + 2 * racks];
    double between = cluster.between().bytesPerSecond();
    for (int link = 0; link < each.length; link++) {
      each[link] =
          link < hostsFrom
              ? cluster.inside().bytesPerSecond()
              : link < racksFrom ? between : cluster.racks().uplinkBytesPerSecond(between);
    }
    return each;
  }

  /** What a message from one rank to another goes through. */
  int[] route(int from, int to) {
    if (topology.sameHost(from, to)) {
      return new int[] {2 * from, 2 * to + 1};
    }
    int out = hostsFrom + 2 * topology.hostOf(from);
    int in = hostsFrom + 2 * topology.hostOf(to) + 1;
    return rackOf(from) == rackOf(to)
        ? new int[] {out, in}
        : new int[] {out, racksFrom + 2 * rackOf(from), racksFrom + 2 * rackOf(to) + 1, in};
  }

  double latencySeconds(int from, int to) {
    return (topology.sameHost(from, to) ? cluster.inside() : cluster.between()).latencySeconds();
  }
}
