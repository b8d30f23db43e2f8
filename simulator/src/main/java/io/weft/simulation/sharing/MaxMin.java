package io.weft.simulation.sharing;

import java.util.List;

/**
 * Divides links among the flows that go through them so that no flow can get more without another
 * one, which has no more than it, getting less. All rates rise together; a flow stops at its limit,
 * or when a link that it goes through is full (progressive filling). Not for several threads.
 *
 * <p>Bertsekas and Gallager, "Data Networks", 2nd edition, section 6.5.2.
 */
public final class MaxMin {
  /** By how much the shares of links differ that are full at the same time. */
  private static final double ALIKE = 1 + 1e-12;

  private final double[] capacity;
  private final double[] left;
  private final double[] takers;

  /** Copies what links carry in a second; any of them may be infinite. */
  public MaxMin(double... capacities) {
    for (double each : capacities) {
      if (!(each > 0)) {
        throw new IllegalArgumentException("a link that carries %s: above 0".formatted(each));
      }
    }
    capacity = capacities.clone();
    left = new double[capacity.length];
    takers = new double[capacity.length];
  }

  /** Says anew what a link carries in a second. */
  void capacity(int link, double each) {
    capacity[link] = each;
  }

  /** Gives every flow its rate. */
  public void share(List<Flow> flows) {
    for (int at = 0; at < flows.size(); at++) {
      flows.get(at).open();
      for (int link : flows.get(at).links()) {
        left[link] = capacity[link];
        takers[link] = 0;
      }
    }
    for (int at = 0; at < flows.size(); at++) {
      for (int link : flows.get(at).links()) {
        takers[link] += flows.get(at).copies();
      }
    }
    for (int open = flows.size(); open > 0; ) {
      open -= settle(flows, level(flows));
    }
  }

  /** How high the rates of those that are still open can rise. */
  private double level(List<Flow> flows) {
    double level = Double.POSITIVE_INFINITY;
    for (int at = 0; at < flows.size(); at++) {
      var flow = flows.get(at);
      if (!flow.isSettled()) {
        level = Math.min(level, flow.limit());
        for (int link : flow.links()) {
          level = Math.min(level, left[link] / takers[link]);
        }
      }
    }
    return level;
  }

  /** Settles those that cannot rise above a level, and returns how many there are. */
  private int settle(List<Flow> flows, double level) {
    int count = 0;
    for (int at = 0; at < flows.size(); at++) {
      var flow = flows.get(at);
      if (!flow.isSettled() && isFull(flow, level)) {
        flow.settle(Math.min(level, flow.limit()));
        count++;
        for (int link : flow.links()) {
          // What is left and who takes it shrink together, so the share of the others stays.
          left[link] = Math.max(0, left[link] - flow.copies() * flow.rate());
          takers[link] -= flow.copies();
        }
      }
    }
    return count;
  }

  private boolean isFull(Flow flow, double level) {
    if (flow.limit() <= level) {
      return true;
    }
    for (int link : flow.links()) {
      if (left[link] <= level * takers[link] * ALIKE) {
        return true;
      }
    }
    return false;
  }
}
