package io.weft.simulation;

import io.weft.simulation.sharing.Flow;
import io.weft.simulation.sharing.MaxMin;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How fast what runs at the same time goes on. Whoever runs takes of the cores of its rank, an
 * exchange of those of all ranks, and where there are not enough they are shared evenly. Not for
 * several threads.
 */
final class Rates {
  /** What there is on the lane of exchanges. */
  private static final int LINK = 0;

  /** By which part demands differ that are the same but for rounding. */
  private static final double ALIKE = 1e-12;

  private final CorePools pools;
  private final MaxMin cores;
  private final Flow[] flows;
  private final double[] known;
  private final List<Flow> running = new ArrayList<>();

  /** Lane 0 is that of exchanges, and every rank has two. */
  Rates(CorePools pools) {
    this.pools = pools;
    this.cores = new MaxMin(pools.capacities());
    this.flows = new Flow[1 + 2 * pools.ranks()];
    this.known = new double[flows.length];
    flows[LINK] = new Flow(IntStream.range(0, pools.pools()).toArray(), 0);
    flows[LINK].copies((double) pools.ranks() / pools.pools());
    for (int lane = 1; lane < flows.length; lane++) {
      flows[lane] = new Flow(new int[] {pools.poolOf((lane - 1) / 2)}, 0);
    }
  }

  /**
   * Finds how many seconds of its work each lane does in a second.
   *
   * @param demands cores that the work of a lane takes at full speed; negative if it is idle
   * @param rates what was found the last time, which is left as it is if nothing has changed
   */
  void find(double[] demands, double[] rates) {
    if (areKnown(demands)) {
      return;
    }
    System.arraycopy(demands, 0, known, 0, demands.length);
    running.clear();
    for (int lane = 0; lane < flows.length; lane++) {
      if (demands[lane] > 0) {
        flows[lane].limit(demands[lane]);
        running.add(flows[lane]);
      }
    }
    cores.share(running);
    double slowed = demands[LINK] < 0 ? 1 : 1 / (1 + pools.interference());
    for (int lane = 0; lane < flows.length; lane++) {
      double share = demands[lane] > 0 ? flows[lane].rate() / demands[lane] : 1;
      rates[lane] = lane == LINK ? share : share * slowed;
    }
  }

  /** One stage after the other takes as much, and then nothing changes for anybody. */
  private boolean areKnown(double[] demands) {
    for (int lane = 0; lane < demands.length; lane++) {
      if (Math.abs(demands[lane] - known[lane]) > ALIKE * Math.abs(known[lane])) {
        return false;
      }
    }
    return true;
  }
}
