package io.weft.plan;

import io.weft.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;

/**
 * Which strategy is the fastest where. The fastest are simulated by events, the others are
 * estimated in closed form.
 *
 * @param points for each value of the sweep all estimates, the fastest first
 */
public record Regions(Sweep sweep, List<Point> points) {
  /** One value of the sweep. */
  public record Point(double value, List<Estimate> estimates) {
    public Point {
      estimates = List.copyOf(estimates);
    }

    public Estimate winner() {
      return estimates.getFirst();
    }
  }

  /** A run of values at which the same strategy is the fastest. */
  public record Region(double from, double to, Strategy winner) {}

  public Regions {
    points = List.copyOf(points);
  }

  /** Goes through a sweep. */
  public static Regions of(Job job, boolean lossy, Sweep sweep) {
    var points = new ArrayList<Point>();
    for (var each : sweep.jobs(job)) {
      var estimates = new Planner(each, lossy).refined();
      if (estimates.isEmpty()) {
        throw new IllegalArgumentException(
            "nothing can run at %s of the sweep: plan without it to see why"
                .formatted(sweep.value(each)));
      }
      points.add(new Point(sweep.value(each), estimates));
    }
    return new Regions(sweep, points);
  }

  /** From the smallest value to the largest; each begins where the one before it ends. */
  public List<Region> regions() {
    var regions = new ArrayList<Region>();
    double from = points.getFirst().value();
    for (int at = 1; at <= points.size(); at++) {
      var winner = points.get(at - 1).winner().strategy();
      boolean last = at == points.size();
      if (last || !points.get(at).winner().strategy().equals(winner)) {
        double to = last ? points.getLast().value() : points.get(at).value();
        regions.add(new Region(from, to, winner));
        from = to;
      }
    }
    return regions;
  }
}
