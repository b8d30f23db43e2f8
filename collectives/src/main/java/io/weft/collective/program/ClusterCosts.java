package io.weft.collective.program;

/** The costs of the two classes of links: inside a host and between hosts. */
public record ClusterCosts(LinkCosts inside, LinkCosts between) {
  /**
   * Round figures for ranks in one process and hosts on 10 Gbit/s Ethernet, used until a cluster
   * has been measured: 5 µs, 10 GB/s and 10 GB/s; 30 µs, 1.2 GB/s and 10 GB/s.
   */
  public static final ClusterCosts TYPICAL =
      new ClusterCosts(new LinkCosts(5e-6, 1e-10, 1e-10), new LinkCosts(30e-6, 8.3e-10, 1e-10));
}
