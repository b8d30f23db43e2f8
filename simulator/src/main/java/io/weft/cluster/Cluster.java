package io.weft.cluster;

import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.LinkCosts;
import io.weft.collective.program.Topology;

/**
 * Equal hosts with equal ranks on them.
 *
 * @param hosts how many there are
 * @param ranksPerHost accelerators, or processes where there are none
 * @param inside between ranks of a host, for each rank
 * @param between out of a host, for all of its ranks together
 * @param reductionBytesPerSecond how fast a rank adds what arrives
 * @param operationsPerSecond how fast a rank computes, in floating-point operations of a model as
 *     they are really reached
 * @param memoryBytes of each rank
 * @param disturbance how ranks differ
 * @param equipment what ranks share beside links, and what encodes
 */
public record Cluster(
    String name,
    int hosts,
    int ranksPerHost,
    Link inside,
    Link between,
    double reductionBytesPerSecond,
    Overheads overheads,
    double operationsPerSecond,
    double memoryBytes,
    Disturbance disturbance,
    Equipment equipment) {
  /** A prediction has objects for each rank; no cluster has as many. */
  private static final int RANKS_MAX = 1 << 20;

  /** What few clusters say of themselves. */
  public record Equipment(Processors processors, Racks racks, Encoders encoders) {}

  public Cluster {
    if (hosts < 1 || ranksPerHost < 1) {
      throw new IllegalArgumentException(
          "cluster %s has %d hosts with %d ranks each: at least 1 of each"
              .formatted(name, hosts, ranksPerHost));
    }
    if ((long) hosts * ranksPerHost > RANKS_MAX) {
      throw new IllegalArgumentException(
          "cluster %s has %d hosts with %d ranks each: up to %d ranks in all can be predicted"
              .formatted(name, hosts, ranksPerHost, RANKS_MAX));
    }
    Checks.positive("the rate of reductions in bytes per second", reductionBytesPerSecond);
    Checks.positive("the speed of computation in operations per second", operationsPerSecond);
    Checks.positive("the memory of a rank in bytes", memoryBytes);
  }

  /** With plenty of cores, and encoders that pass over gradients as fast as a rank adds. */
  public Cluster(
      String name,
      int hosts,
      int ranksPerHost,
      Link inside,
      Link between,
      double reductionBytesPerSecond,
      Overheads overheads,
      double operationsPerSecond,
      double memoryBytes,
      Disturbance disturbance) {
    this(
        name,
        hosts,
        ranksPerHost,
        inside,
        between,
        reductionBytesPerSecond,
        overheads,
        operationsPerSecond,
        memoryBytes,
        disturbance,
        new Equipment(Processors.PLENTY, Racks.NONE, Encoders.assumed(reductionBytesPerSecond)));
  }

  /** Where that many ranks are: hosts are filled one after the other. */
  public Topology topology(int ranks) {
    int used = hostsOf(ranks);
    return Topology.hosts(used, ranks / used);
  }

  /**
   * On how many hosts that many ranks are; refuses what does not fit or leaves a host half full.
   */
  public int hostsOf(int ranks) {
    if (ranks < 1 || ranks > (long) hosts * ranksPerHost) {
      throw new IllegalArgumentException(
          "%d ranks on cluster %s: it has places for 1 to %d"
              .formatted(ranks, name, (long) hosts * ranksPerHost));
    }
    if (ranks <= ranksPerHost) {
      return 1;
    }
    if (ranks % ranksPerHost != 0) {
      throw new IllegalArgumentException(
          "%d ranks on hosts of %d in cluster %s leave a host half full: give a multiple of %d"
              .formatted(ranks, ranksPerHost, name, ranksPerHost));
    }
    return ranks / ranksPerHost;
  }

  /** The costs by which programs are priced. */
  public ClusterCosts costs() {
    return new ClusterCosts(costs(inside), costs(between), processors().cores());
  }

  private LinkCosts costs(Link link) {
    return new LinkCosts(
        link.latencySeconds(), 1 / link.bytesPerSecond(), 1 / reductionBytesPerSecond);
  }

  /** The same with other links and overheads. */
  public Cluster with(Link newInside, Link newBetween, Overheads newOverheads) {
    return changed(newInside, newBetween, newOverheads, memoryBytes, disturbance, equipment);
  }

  /** The same with ranks that differ. */
  public Cluster with(Disturbance other) {
    return changed(inside, between, overheads, memoryBytes, other, equipment);
  }

  /** The same with other cores. */
  public Cluster with(Processors other) {
    return with(new Equipment(other, racks(), encoders()));
  }

  /** The same with another network between hosts. */
  public Cluster with(Racks other) {
    return with(new Equipment(processors(), other, encoders()));
  }

  /** The same with ranks that encode at other speeds. */
  public Cluster with(Encoders other) {
    return with(new Equipment(processors(), racks(), other));
  }

  private Cluster with(Equipment other) {
    return changed(inside, between, overheads, memoryBytes, disturbance, other);
  }

  /** The same with another memory of each rank. */
  public Cluster withMemory(double bytes) {
    return changed(inside, between, overheads, bytes, disturbance, equipment);
  }

  /** The same with a network between hosts that is faster by a factor. */
  public Cluster withFasterNetwork(double factor) {
    return with(inside, between.faster(factor), overheads);
  }

  private Cluster changed(
      Link newInside,
      Link newBetween,
      Overheads newOverheads,
      double newMemoryBytes,
      Disturbance newDisturbance,
      Equipment newEquipment) {
    return new Cluster(
        name,
        hosts,
        ranksPerHost,
        newInside,
        newBetween,
        reductionBytesPerSecond,
        newOverheads,
        operationsPerSecond,
        newMemoryBytes,
        newDisturbance,
        newEquipment);
  }

  public Processors processors() {
    return equipment.processors();
  }

  public Racks racks() {
    return equipment.racks();
  }

  public Encoders encoders() {
    return equipment.encoders();
  }
}
