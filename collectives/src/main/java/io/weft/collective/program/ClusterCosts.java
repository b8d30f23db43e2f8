package io.weft.collective.program;

/**
 * The costs of the two classes of links, inside a host and between hosts.
 *
 * @param cores how many ranks of a host can run at the same time
 */
public record ClusterCosts(LinkCosts inside, LinkCosts between, int cores) {
  /**
   * Round figures for ranks in one process and hosts on 10 Gbit/s Ethernet, used until a cluster
   * has been measured: 5 µs, 10 GB/s and 10 GB/s; 30 µs, 1.2 GB/s and 10 GB/s.
   */
  public static final ClusterCosts TYPICAL =
      new ClusterCosts(new LinkCosts(5e-6, 1e-10, 1e-10), new LinkCosts(30e-6, 8.3e-10, 1e-10));

  public ClusterCosts {
    if (cores < 1) {
      throw new IllegalArgumentException("hosts of %d cores: at least 1".formatted(cores));
    }
  }

  /** With as many cores as there are ranks. */
  public ClusterCosts(LinkCosts inside, LinkCosts between) {
    this(inside, between, Integer.MAX_VALUE);
  }

  /** The same on hosts of that many cores. */
  public ClusterCosts withCores(int each) {
    return new ClusterCosts(inside, between, each);
  }
}
