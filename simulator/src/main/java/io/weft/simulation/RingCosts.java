package io.weft.simulation;

import io.weft.cluster.Cluster;
import io.weft.schedule.graph.Phase;

/**
 * A ring over all ranks in closed form. Each of its n − 1 steps per half moves one block over every
 * link of the ring at once, so the slowest link sets the pace: a half takes (n − 1)(α + S/n·β), and
 * the overhead of an operation is added once. Additions hide behind the bytes that follow. One
 * message at a time leaves a rack, so racks matter only if their way out is slower than a host's.
 * Where every rank has a link of its own, others use it during the latencies of an exchange.
 *
 * <p>Patarasuk and Yuan, "Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations",
 * JPDC 2009.
 */
public record RingCosts(Cluster cluster, int ranks) implements ExchangeCosts {
  public RingCosts {
    cluster.hostsOf(ranks); // refuses what does not fit
  }

  @Override
  public Cost of(Phase phase, double bytes, int tensors) {
    if (ranks == 1) {
      return Cost.NONE;
    }
    int steps = Halves.of(phase) * (ranks - 1);
    double block = bytes / ranks;
    double pace = pace(block);
    double seconds = cluster.overheads().seconds(ranks, tensors) + steps * pace;
    double sent = steps * block;
    double work = SocketWork.coreSeconds(cluster, phase, bytes, sent, steps, ranks);
    boolean own = cluster.hostsOf(ranks) == ranks && cluster.racks().areNone();
    double latency = own ? steps * cluster.between().latencySeconds() : 0;
    return new Cost(seconds, latency, work, sent, Parts.of(bytes));
  }

  @Override
  public Cost ofPairs(double bytes, int tensors) {
    return new PairCosts(cluster, ranks).of(bytes, tensors);
  }

  /** Seconds of one step. */
  private double pace(double block) {
    var inside = cluster.inside();
    double within = inside.latencySeconds() + block / inside.bytesPerSecond();
    var between = cluster.between();
    double rate = between.bytesPerSecond();
    if (cluster.hostsOf(ranks) > cluster.racks().hostsPerRack()) {
      rate = Math.min(rate, cluster.racks().uplinkBytesPerSecond(rate));
    }
    double across = between.latencySeconds() + block / rate;
    boolean crosses = cluster.hostsOf(ranks) > 1;
    boolean stays = ranks > cluster.hostsOf(ranks);
    return Math.max(stays ? within : 0, crosses ? across : 0);
  }
}
