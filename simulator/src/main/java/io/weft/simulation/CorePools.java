package io.weft.simulation;

import io.weft.cluster.Cluster;
import io.weft.cluster.Processors;
import java.util.Arrays;

/**
 * The cores that ranks share.
 *
 * @param pools how many there are; consecutive ranks share one
 * @param ranks in all pools together
 * @param cores of each pool; infinite if nobody waits for one
 * @param interference how much longer a rank computes while an exchange is under way, as a part
 */
public record CorePools(int pools, int ranks, double cores, double interference) {
  /** Nobody is in anybody's way. */
  public static final CorePools PLENTY = new CorePools(1, 1, Double.POSITIVE_INFINITY, 0);

  public CorePools {
    if (pools < 1 || ranks < 1 || ranks % pools != 0 || !(cores > 0) || !(interference >= 0)) {
      throw new IllegalArgumentException(
          "%d pools of %s cores for %d ranks, interference %s: equal pools, and cores above 0"
              .formatted(pools, cores, ranks, interference));
    }
  }

  /** Those of a cluster that so many ranks use. */
  public static CorePools of(Cluster cluster, int ranks) {
    var processors = cluster.processors();
    int pools = processors.pool() == Processors.Pool.CLUSTER ? 1 : cluster.hostsOf(ranks);
    double cores = processors.arePlenty() ? Double.POSITIVE_INFINITY : processors.cores();
    return new CorePools(pools, ranks, cores, processors.interference());
  }

  /** Where all ranks do the same at the same time, one of them has a part of a pool for itself. */
  public CorePools ofOne() {
    return new CorePools(1, 1, coresPerRank(), interference);
  }

  double coresPerRank() {
    return cores * pools / ranks;
  }

  int poolOf(int rank) {
    return rank / (ranks / pools);
  }

  boolean arePlenty() {
    return Double.isInfinite(cores) && interference == 0;
  }

  double[] capacities() {
    var each = new double[pools];
    Arrays.fill(each, cores);
    return each;
  }
}
