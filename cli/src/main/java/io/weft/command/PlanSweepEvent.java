package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.plan.Job;
import io.weft.plan.Regions;
import io.weft.plan.Sweep;
import java.util.Locale;

/** The fastest strategy at one value of a sweep. */
record PlanSweepEvent(
    String model, String cluster, String quantity, double value, String strategy, double stepS)
    implements JsonEvent {
  static PlanSweepEvent of(Job job, Sweep sweep, Regions.Point point) {
    return new PlanSweepEvent(
        job.profile().name(),
        job.cluster().name(),
        sweep.quantity().name().toLowerCase(Locale.ROOT),
        point.value(),
        point.winner().strategy().canonical(),
        point.winner().seconds());
  }
}
