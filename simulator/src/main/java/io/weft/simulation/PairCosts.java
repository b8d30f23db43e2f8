package io.weft.simulation;

import io.weft.cluster.Cluster;

/**
 * Ranks that swap lists in pairs, twice as far apart in each round; those beyond a power of two
 * join in a round before and are told in one after. Pairs across hosts share the links of these,
 * and across racks the ways out of them.
 *
 * <p>Steps: log₂ n, and 2 more if n is no power of two. Bytes: as many lists, and in the last of
 * such rounds an eighth of one more, which says whose numbers are still in it.
 */
record PairCosts(Cluster cluster, int ranks) {
  private static final double TOLD = 1 + 1.0 / 8;

  Cost of(double bytes, int tensors) {
    if (ranks == 1) {
      return Cost.NONE;
    }
    int below = Integer.highestOneBit(ranks);
    double seconds = 0;
    double sent = 0;
    int rounds = 0;
    for (int apart = 1; apart < below; apart *= 2) {
      seconds += roundSeconds(apart, bytes);
      sent += bytes;
      rounds++;
    }
    if (below < ranks) {
      seconds += roundSeconds(below, bytes) + roundSeconds(below, TOLD * bytes);
      sent += bytes + TOLD * bytes;
      rounds += 2;
    }
    double overhead = rounds * cluster.overheads().seconds(ranks, tensors);
    double work = cluster.processors().socketSeconds(sent, rounds);
    return new Cost(overhead + seconds, work, sent, rounds);
  }

  /** Of ranks that are so far apart. */
  private double roundSeconds(int apart, double bytes) {
    int hosts = cluster.hostsOf(ranks);
    int local = ranks / hosts;
    if (apart < local) {
      return cluster.inside().latencySeconds() + bytes / cluster.inside().bytesPerSecond();
    }
    double rate = cluster.between().bytesPerSecond();
    var racks = cluster.racks();
    double perHost = local * bytes / rate;
    long leaving = (long) Math.min(hosts, racks.hostsPerRack()) * local;
    boolean leaves = apart >= (long) local * racks.hostsPerRack();
    double perRack = leaves ? leaving * bytes / racks.uplinkBytesPerSecond(rate) : 0;
    double shared = local > 1 || leaving > local ? 1 - racks.contention() : 1;
    return cluster.between().latencySeconds() + Math.max(perHost, perRack) / shared;
  }
}
