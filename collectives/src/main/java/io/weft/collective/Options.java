package io.weft.collective;

import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Topology;
import java.time.Duration;

/**
 * What a communicator is told about its surroundings.
 *
 * @param topology which rank lives on which host
 * @param costs what links cost, for the choice of algorithms; the same on all ranks
 * @param timeout how long one operation may take
 */
public record Options(Topology topology, ClusterCosts costs, Duration timeout) {
  public Options {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout=" + timeout + ": more than nothing");
    }
  }

  /** Ranks on one host, typical costs, 30 seconds. */
  public static Options oneHost(int ranks) {
    return new Options(Topology.oneHost(ranks), ClusterCosts.TYPICAL, Duration.ofSeconds(30));
  }
}
