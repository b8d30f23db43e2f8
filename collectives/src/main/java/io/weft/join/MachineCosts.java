package io.weft.join;

import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.LinkCosts;
import java.util.Map;

/**
 * What communication costs on a machine.
 *
 * @param reductionGigabytesPerSecond how fast arriving bytes are added to own ones
 * @param measured the links that were measured; typical figures stand for the others
 * @param predictions what else was measured, which ranks do not need but predictions do, by name
 */
public record MachineCosts(
    double reductionGigabytesPerSecond,
    Map<LinkClass, Link> measured,
    Map<String, Double> predictions) {
  /** Nothing measured. */
  public static final MachineCosts TYPICAL = new MachineCosts(10, Map.of(), Map.of());

  public MachineCosts {
    measured = Map.copyOf(measured);
    predictions = Map.copyOf(predictions);
    if (!(reductionGigabytesPerSecond > 0 && Double.isFinite(reductionGigabytesPerSecond))) {
      throw new IllegalArgumentException(
          "reductions at %s GB/s: give a number above 0".formatted(reductionGigabytesPerSecond));
    }
  }

  /** The costs where ranks are threads of one process. */
  public ClusterCosts amongThreads() {
    return new ClusterCosts(of(LinkClass.PROCESS), of(LinkClass.NETWORK));
  }

  /** The costs where ranks are processes. */
  public ClusterCosts amongProcesses() {
    return new ClusterCosts(of(LinkClass.HOST), of(LinkClass.NETWORK));
  }

  private LinkCosts of(LinkClass place) {
    return measured.getOrDefault(place, place.typical()).costs(reductionGigabytesPerSecond);
  }
}
