package io.weft.simulation;

import io.weft.cluster.Cluster;
import io.weft.schedule.graph.Phase;
import java.util.stream.IntStream;

/**
 * A parameter server. The ranks of a host add up among themselves, one copy per host is pushed to
 * the servers and pulled back, in parts, so the slower of the two ways sets the pace. Push and pull
 * of one tensor follow each other; with k servers of h hosts the busiest link carries max(1, h/k)
 * copies each way, less what stays at home where servers live on the hosts of ranks. Racks are
 * filled one after the other, with the hosts of ranks and then those of servers, and the busiest
 * way out of one or into it may be slower than that. Hosts, not ranks, make an operation longer.
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
    double way = cluster.between().latencySeconds() + bytes * secondsPerByte(hosts);
    double across = 2 * way;
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

  /** One way, by the busiest link; several messages are on every one of them. */
  private double secondsPerByte(int hosts) {
    double copies = Math.max(1, hosts / (double) servers) * away(hosts);
    double rate = cluster.between().bytesPerSecond();
    double uplink = cluster.racks().uplinkBytesPerSecond(rate);
    double slowest = Math.max(copies / rate, copiesBetweenRacks(hosts) / uplink);
    return slowest / (1 - cluster.racks().contention());
  }

  private double away(int hosts) {
    return colocated ? (hosts - 1.0) / hosts : 1;
  }

  /** How often all of the data leaves or enters the rack for which that is most. */
  private double copiesBetweenRacks(int hosts) {
    int perRack = cluster.racks().hostsPerRack();
    int last = (colocated ? hosts : hosts + servers) - 1;
    double most = 0;
    for (int rack = 0; rack <= last / perRack; rack++) {
      int number = rack;
      long inside = hostsIn(rack, hosts);
      double served =
          IntStream.range(0, servers)
                  .map(server -> colocated ? server % hosts : hosts + server)
                  .filter(host -> host / perRack == number)
                  .count()
              / (double) servers;
      most = Math.max(most, Math.max(inside * (1 - served), (hosts - inside) * served));
    }
    return most;
  }

  /** How many hosts of ranks are in a rack. */
  private long hostsIn(int rack, int hosts) {
    long perRack = cluster.racks().hostsPerRack();
    return Math.clamp(hosts - rack * perRack, 0, perRack);
  }
}
