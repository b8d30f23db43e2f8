package io.weft.collective;

import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a communicator is told about its surroundings.
 *
 * @param topology which rank lives on which host
 * @param costs what links cost, for the choice of algorithms; the same on all ranks
 * @param timeout how long one operation may take
 * @param recordings the folder into which the first failure of a rank writes its last operations,
 *     for {@code ./weft show}; no file without it
 */
public record Options(
    Topology topology, ClusterCosts costs, Duration timeout, Optional<Path> recordings) {
  public Options {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout=" + timeout + ": more than nothing");
    }
  }

  /** Without recordings. */
  public Options(Topology topology, ClusterCosts costs, Duration timeout) {
    this(topology, costs, timeout, Optional.empty());
  }

  /** Ranks on one host, typical costs, 30 seconds. */
  public static Options oneHost(int ranks) {
    return new Options(Topology.oneHost(ranks), ClusterCosts.TYPICAL, Duration.ofSeconds(30));
  }

  /** The same with a folder for recordings. */
  public Options withRecordings(Path folder) {
    return new Options(topology, costs, timeout, Optional.of(folder));
  }
}
