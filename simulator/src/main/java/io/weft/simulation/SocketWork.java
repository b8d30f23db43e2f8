package io.weft.simulation;

import io.weft.cluster.Cluster;
import io.weft.schedule.graph.Phase;

/** What an exchange takes of the processors of a rank: to send, to receive and to add up. */
final class SocketWork {
  private SocketWork() {}

  /**
   * Seconds of a core.
   *
   * @param bytes of the whole data
   * @param sentBytes by a rank
   * @param messages sent by a rank
   */
  static double coreSeconds(
      Cluster cluster, Phase phase, double bytes, double sentBytes, double messages, int ranks) {
    double added = adds(phase) ? bytes * (ranks - 1) / ranks : 0;
    return cluster.processors().socketSeconds(sentBytes, messages)
        + added / cluster.reductionBytesPerSecond();
  }

  private static boolean adds(Phase phase) {
    return switch (phase) {
      case ALL_REDUCE_GRADIENTS, AVERAGE_PARAMETERS, REDUCE_SCATTER_GRADIENTS -> true;
      case ALL_GATHER_GRADIENTS, ALL_GATHER_PARAMETERS -> false;
    };
  }
}
