package io.weft.simulation;

import io.weft.cluster.Cluster;
import io.weft.schedule.graph.Phase;

/**
 * A parameter server. The ranks of a host add up among themselves, one copy per host is pushed to
 * the servers and pulled back, in parts, so the slower of the two ways sets the pace. Push and pull
 * of one tensor follow each other; with k servers of h hosts the busiest link carries max(1, h/k)
 * copies each way, less what stays at home where servers live on the hosts of ranks. Hosts, not
 * ranks, make an operation longer.
 *
 * <p>Jiang et al., "A Unified Architecture for Accelerating Distributed DNN Training in
 * Heterogeneous GPU/CPU Clusters", OSDI 2020.
 *
 * @param colocated whether servers live on the hosts of ranks
 */
public record ServerCosts(Cluster cluster, int ranks, int servers, boolean colocated)
    implements ExchangeCosts {
  public ServerCosts {
    cluster.hostsOf(ranks); // refuses what does not fit
    if (servers < 1) {
      throw new IllegalArgumentException("%d servers: at least 1".formatted(servers));
    }
  }

  @Override
  public Cost of(Phase phase, double bytes, int tensors) {
    if (phase != Phase.ALL_REDUCE_GRADIENTS) {
      throw new IllegalArgumentException(
          "a parameter server does no %s: choose all-reduce".formatted(phase.label()));
    }
    if (ranks == 1) {
      return Cost.NONE;
    }
    int hosts = cluster.hostsOf(ranks);
    double local = ranks / (double) hosts;
    double within = 2 * (local - 1) / local * bytes / cluster.inside().bytesPerSecond();
    double copies = hosts == 1 ? 0 : Math.max(1, hosts / (double) servers) * away(hosts);
    var link = cluster.between();
    double across = 2 * (link.latencySeconds() + copies * bytes / link.bytesPerSecond());
    double seconds = Math.max(within, hosts == 1 ? 0 : across);
    double sent = (local - 1) / local * bytes * 2 + (hosts == 1 ? 0 : bytes / local);
    double overhead = cluster.overheads().seconds(hosts, tensors);
    int parts = Parts.of(bytes);
    double work = SocketWork.coreSeconds(cluster, phase, bytes, sent, 2 * parts, ranks);
    return new Cost(overhead + seconds, work, sent, parts);
  }

  @Override
  public Cost ofPairs(double bytes, int tensors) {
    throw new IllegalArgumentException(
        "a parameter server merges no lists in pairs: choose all-reduce");
  }

  private double away(int hosts) {
    return colocated ? (hosts - 1.0) / hosts : 1;
  }
}
