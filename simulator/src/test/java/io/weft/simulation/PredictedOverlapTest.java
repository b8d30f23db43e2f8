package io.weft.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.weft.cluster.Presets;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.trace.Lane;
import io.weft.trace.Span;
import io.weft.training.bucket.Pieces;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import io.weft.zoo.Profile;
import io.weft.zoo.StepTimes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What simulated runs say of the time of exchanges, which is what real ones say. */
@Tag("sampled")
class PredictedOverlapTest {
  private static final List<Schedule> SCHEDULES =
      List.of(new Sequential(), new WaitFreeBackpropagation(), new DecoupledAllReduce());

  private static Profile network(Draw draw) {
    var operations = new ArrayList<Double>();
    var parameters = new ArrayList<Parameter>();
    for (int stage = draw.between(1, 8); stage > 0; stage--) {
      var shape = List.of((long) draw.between(1, 4_000_000));
      parameters.add(new Parameter("p" + stage, shape, List.of(operations.size()), true));
      operations.add((double) draw.between(1, 100));
    }
    return new Profile("drawn", 8, operations, parameters);
  }

  private static Scenario scenario(
      Profile profile, Schedule schedule, double seconds, long bucketBytes, int ranks) {
    return new Scenario(
        profile,
        seconds,
        schedule,
        BucketPlan.bySize(profile.parameters(), bucketBytes),
        new RingCosts(Presets.named("1gbe-cpu"), ranks),
        WireForm.DENSE);
  }

  private static Scenario drawn(Draw draw) {
    double seconds = draw.between(1, 400) * 1e-3;
    long bytes = draw.between(0, 64 << 20);
    return scenario(network(draw), draw.oneOf(SCHEDULES), seconds, bytes, draw.between(2, 6));
  }

  @Test
  void ranks_that_are_alike_never_wait_and_are_exposed_while_nothing_is_computed() {
    Trials.forAll(
        draw -> {
          var found = drawn(draw).simulate();
          assertThat(found.overlap().waitingSeconds()).isZero();
          assertThat(found.overlap().exposedSeconds())
              .isCloseTo(found.stepSeconds() - found.computeSeconds(), within(1e-6));
        });
  }

  @Test
  void one_for_all_says_what_each_of_several_that_are_alike_says() {
    Trials.forAll(
        draw -> {
          var scenario = drawn(draw);
          var one = scenario.simulate().overlap();
          var each = scenario.simulate(Pace.EVEN).overlap();
          assertThat(each.exchangeSeconds()).isCloseTo(one.exchangeSeconds(), within(1e-6));
          assertThat(each.waitingSeconds()).isCloseTo(0, within(1e-6));
          assertThat(each.exposedSeconds()).isCloseTo(one.exposedSeconds(), within(1e-6));
        });
  }

  @Test
  void buckets_after_backward_and_before_all_updates_hide_nothing() {
    Trials.forAll(
        draw -> {
          var profile = network(draw);
          var buckets = BucketPlan.bySize(profile.parameters(), draw.between(0, 16 << 20));
          var scenario =
              new Scenario(
                  profile,
                  new StepTimes(0.1, 0, draw.between(0, 100) * 1e-3),
                  new Sequential(),
                  Pieces.whole(buckets),
                  new RingCosts(Presets.named("1gbe-cpu"), 4),
                  WireForm.DENSE,
                  Scenario.Coder.COMPUTE,
                  CorePools.PLENTY);
          var found = scenario.simulate();
          assertThat(found.overlap().hidden().orElseThrow()).isCloseTo(0, within(1e-6));
          assertThat(found.stepSeconds())
              .isCloseTo(ClosedForm.stepSeconds(scenario), withinPercentage(1e-4));
        });
  }

  @Test
  void ranks_wait_as_long_as_a_slow_one_computes_longer() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(2, 6);
          double slowdown = draw.between(2, 5);
          double seconds = 0.1;
          Pace pace = (rank, _) -> rank == 0 ? slowdown : 1;
          var scenario = scenario(network(draw), new Sequential(), seconds, Long.MAX_VALUE, ranks);
          double waited = (slowdown - 1) * seconds * (ranks - 1) / ranks;
          var found = scenario.simulate(pace);
          assertThat(found.overlap().waitingSeconds()).isCloseTo(waited, within(1e-6));
          assertThat(found.overlap().hidden().orElseThrow()).isCloseTo(0, within(1e-6));
          assertThat(scenario.stepSeconds(pace)).isEqualTo(found.stepSeconds());
        });
  }

  @Test
  void pauses_of_the_drawn_steps_are_spans_beside_those_that_compute() {
    Trials.forAll(
        draw -> {
          var spans = drawn(draw).simulate().spans();
          assertThat(spans).extracting(Span::startNanos).isSorted();
          for (var pause : spans.stream().filter(it -> it.lane() == Lane.PAUSE).toList()) {
            assertThat(pause.name()).isEqualTo("exposed");
            assertThat(spans.stream().filter(it -> touch(it, pause)).map(Span::lane))
                .contains(Lane.EXCHANGE)
                .doesNotContain(Lane.FORWARD, Lane.BACKWARD, Lane.UPDATE);
          }
        });
  }

  private static boolean touch(Span one, Span other) {
    return one.startNanos() < other.endNanos() && other.startNanos() < one.endNanos();
  }
}
