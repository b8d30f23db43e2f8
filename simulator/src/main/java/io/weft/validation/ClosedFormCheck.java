package io.weft.validation;

import io.weft.model.BucketPlan;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.simulation.ClosedForm;
import io.weft.simulation.RingCosts;
import io.weft.simulation.Scenario;
import io.weft.simulation.WireForm;
import io.weft.zoo.Zoo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The closed form beside events, where the closed form is stated to hold. */
final class ClosedFormCheck {
  private static final int GPUS = 32;
  private static final double STEP_SECONDS = 0.2;

  private static final List<Schedule> DOMAIN =
      List.of(new Sequential(), new WaitFreeBackpropagation(), new DecoupledAllReduce());

  private static final List<Long> BUCKETS = List.of(0L, 4L << 20, 25L << 20, 100L << 20);

  private ClosedFormCheck() {}

  /** Samples per second by events as expected, in closed form as predicted. */
  static Check check() {
    var rows = new ArrayList<Forecast>();
    for (var model : List.of("resnet-50", "vgg-16", "densenet-201", "bert-base", "gpt2-medium")) {
      for (var network : Network.values()) {
        for (var schedule : DOMAIN) {
          for (long bytes : BUCKETS) {
            rows.add(row(model, network, schedule, bytes));
          }
        }
      }
    }
    return new Check("closed form against events", rows, Optional.of(0.5), Optional.of(5.0));
  }

  private static Forecast row(String model, Network network, Schedule schedule, long bytes) {
    var profile = Zoo.named(model);
    var scenario =
        new Scenario(
            profile,
            STEP_SECONDS,
            schedule,
            BucketPlan.bySize(profile.parameters(), bytes),
            new RingCosts(network.cluster(), GPUS),
            WireForm.DENSE);
    double samples = (double) profile.batch() * GPUS;
    var method = "%s, %d MB".formatted(schedule.name(), bytes >> 20);
    var events =
        new Measured(
            model,
            profile.batch(),
            network.label(),
            method,
            GPUS,
            samples / scenario.simulate().stepSeconds());
    return new Forecast(events, samples / ClosedForm.stepSeconds(scenario));
  }
}
