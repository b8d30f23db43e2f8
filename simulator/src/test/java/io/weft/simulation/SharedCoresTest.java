package io.weft.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Cluster;
import io.weft.cluster.Presets;
import io.weft.cluster.Processors;
import io.weft.cluster.Processors.Pool;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.DelayedGradients;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.schedule.graph.Phase;
import io.weft.training.bucket.Pieces;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import io.weft.zoo.Profile;
import io.weft.zoo.StepTimes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class SharedCoresTest {
  private static final List<Schedule> SCHEDULES =
      List.of(
          new Sequential(),
          new WaitFreeBackpropagation(),
          new DecoupledAllReduce(),
          new DelayedGradients(1));

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

  private static Cluster cluster(Draw draw, int cores) {
    return Presets.named("1gbe-cpu")
        .with(
            new Processors(
                cores,
                draw.oneOf(List.of(Pool.HOST, Pool.CLUSTER)),
                true,
                draw.between(0, 20) * 1e-10,
                draw.between(0, 20) * 1e-6,
                0));
  }

  private static Scenario scenario(Draw draw, Profile profile, Cluster cluster, int ranks) {
    double seconds = draw.between(1, 400) * 1e-3;
    double share = draw.between(0, 10) / 10.0;
    return new Scenario(
        profile,
        new StepTimes(seconds, share * seconds, draw.between(0, 20) * 1e-3),
        draw.oneOf(SCHEDULES),
        Pieces.whole(BucketPlan.bySize(profile.parameters(), draw.between(0, 64 << 20))),
        new RingCosts(cluster, ranks),
        WireForm.DENSE,
        Scenario.Coder.HOST,
        CorePools.of(cluster, ranks));
  }

  @Test
  void no_step_is_shorter_than_the_work_of_its_pool_by_its_cores() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(1, 16);
          var cluster = cluster(draw, draw.between(1, 4));
          var scenario = scenario(draw, network(draw), cluster, ranks);
          var found = scenario.simulate();
          int sharing = cluster.processors().pool() == Pool.CLUSTER ? ranks : 1;
          double work = sharing * found.coreSeconds() / cluster.processors().cores();
          assertThat(found.stepSeconds())
              .isGreaterThanOrEqualTo(work * (1 - 1e-9))
              .isGreaterThanOrEqualTo(scenario.work().seconds() * (1 - 1e-9));
        });
  }

  @Test
  void where_cores_are_plenty_nothing_changes() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(1, 16);
          var scenario = scenario(draw, network(draw), cluster(draw, 1000), ranks);
          assertThat(scenario.simulate())
              .isEqualTo(scenario.withCores(CorePools.PLENTY).simulate());
        });
  }

  @Test
  void one_rank_takes_what_it_computes_and_updates() {
    Trials.forAll(
        draw -> {
          var scenario = scenario(draw, network(draw), cluster(draw, 1), 1);
          assertThat(scenario.simulate().stepSeconds())
              .isCloseTo(scenario.work().wholeSeconds(), within(1e-9));
        });
  }

  @Test
  void more_cores_never_make_a_step_longer() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(2, 8);
          var scenario = scenario(draw, network(draw), cluster(draw, 1), ranks);
          double before = Double.POSITIVE_INFINITY;
          for (int cores = 1; cores <= ranks; cores++) {
            double step =
                scenario.withCores(new CorePools(1, ranks, cores, 0)).simulate().stepSeconds();
            assertThat(step).isLessThanOrEqualTo(before * (1 + 1e-9));
            before = step;
          }
        });
  }

  @Test
  void ranks_that_are_alike_share_cores_as_one_that_stands_for_them() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(1, 6);
          var cluster = cluster(draw, draw.between(1, 3));
          var scenario = scenario(draw, network(draw), cluster, ranks);
          double alone = scenario.simulate().stepSeconds();
          assertThat(scenario.simulate(Pace.EVEN).stepSeconds())
              .isCloseTo(alone, within(1e-6 * alone));
        });
  }

  /** Exchanges fall behind for more than three rounds; in the end a step is 5 % longer. */
  @Test
  void rounds_count_only_once_they_repeat_themselves() {
    var parameters =
        List.of(
            new Parameter("p", List.of(500_000L), List.of(0), true),
            new Parameter("q", List.of(2_000_000L), List.of(1), true));
    var cluster = Presets.named("1gbe-cpu").with(new Processors(2, Pool.CLUSTER, true, 1e-9, 0, 0));
    var scenario =
        new Scenario(
            new Profile("two", 1, List.of(1.0, 1.0), parameters),
            new StepTimes(0.04, 0.04, 0),
            new DelayedGradients(1),
            Pieces.whole(BucketPlan.perParameter(parameters)),
            new RingCosts(cluster, 4),
            WireForm.DENSE,
            Scenario.Coder.HOST,
            CorePools.of(cluster, 4));
    var graph = scenario.schedule().graph(scenario.buckets().shape(2, 1));
    var cores = scenario.cores().ofOne();
    var run = EventSimulation.run(graph, new Computation(scenario), 42, cores, Pace.EVEN);
    double step = run.end(run.lastBackward(40)) - run.end(run.lastBackward(39));
    assertThat(scenario.simulate().stepSeconds()).isCloseTo(step, within(1e-9));
    assertThat(scenario.simulate(Pace.EVEN).stepSeconds()).isCloseTo(step, within(1e-9));
  }

  /** Four ranks on two cores compute half as fast, and one exchange of 3 s takes no core. */
  @Test
  void four_ranks_on_two_cores_compute_for_twice_as_long() {
    var parameter = new Parameter("p", List.of(1L), List.of(0), true);
    var profile = new Profile("one", 1, List.of(1.0), List.of(parameter));
    var plan = Pieces.whole(BucketPlan.perParameter(profile.parameters()));
    var scenario =
        new Scenario(
            profile,
            new StepTimes(1, 1, 0.25),
            new Sequential(),
            plan,
            lasting(3),
            WireForm.DENSE,
            Scenario.Coder.HOST,
            new CorePools(1, 4, 2, 0));
    assertThat(scenario.simulate().stepSeconds()).isCloseTo(2 + 3 + 0.5, within(1e-9));
    assertThat(ClosedForm.stepSeconds(scenario)).isCloseTo(5.5, within(1e-9));
  }

  /** Encoding for 1 s and decoding for 2 s, of two buckets whose exchanges take 4 s each. */
  @Test
  void processors_encode_the_next_bucket_while_the_first_one_travels() {
    var parameters =
        List.of(
            new Parameter("p", List.of(1L), List.of(0), true),
            new Parameter("q", List.of(1L), List.of(0), true));
    var profile = new Profile("one", 1, List.of(1.0), parameters);
    var scenario =
        new Scenario(
            profile,
            new StepTimes(3, 3, 0),
            new WaitFreeBackpropagation(),
            Pieces.whole(BucketPlan.perParameter(parameters)),
            lasting(4),
            (_, _) -> new Load(1, 0, 1, 1, 2),
            Scenario.Coder.HOST,
            CorePools.PLENTY);
    double step = 3 + 1 + 4 + 4 + 2;
    assertThat(scenario.simulate().stepSeconds()).isCloseTo(step, within(1e-9));
    assertThat(ClosedForm.stepSeconds(scenario)).isCloseTo(step, within(1e-9));
    assertThat(scenario.simulate().hostSeconds()).isCloseTo(6, within(1e-9));
  }

  /** Three exchanges that take 4 s each: the link is free for the next one when 1 s is left. */
  @Test
  void the_next_exchange_begins_while_one_is_under_way_and_leaves_the_link_free() {
    var parameters =
        List.of(
            new Parameter("p", List.of(1L), List.of(0), true),
            new Parameter("q", List.of(1L), List.of(0), true),
            new Parameter("r", List.of(1L), List.of(0), true));
    var scenario =
        new Scenario(
            new Profile("one", 1, List.of(1.0), parameters),
            new StepTimes(3, 3, 0),
            new WaitFreeBackpropagation(),
            Pieces.whole(BucketPlan.perParameter(parameters)),
            lasting(4, 1),
            WireForm.DENSE,
            Scenario.Coder.HOST,
            CorePools.PLENTY);
    var predicted = scenario.simulate();
    assertThat(predicted.stepSeconds()).isCloseTo(3 + 3 + 3 + 4, within(1e-9));
    assertThat(predicted.linkSeconds()).isCloseTo(9, within(1e-9));
  }

  private static ExchangeCosts lasting(double seconds) {
    return lasting(seconds, 0);
  }

  private static ExchangeCosts lasting(double seconds, double latencySeconds) {
    return new ExchangeCosts() {
      @Override
      public int ranks() {
        return 4;
      }

      @Override
      public Cost of(Phase phase, double bytes, int tensors) {
        return new Cost(seconds, latencySeconds, 0, 1, 1);
      }

      @Override
      public Cost ofPairs(double bytes, int tensors) {
        return of(Phase.ALL_REDUCE_GRADIENTS, bytes, tensors);
      }
    };
  }

  @Test
  void messages_slow_computation_down_by_their_interference_and_not_otherwise() {
    Trials.forAll(
        draw -> {
          var scenario = scenario(draw, network(draw), cluster(draw, 1000), 4);
          double part = draw.between(1, 10) / 10.0;
          var disturbed =
              scenario.withCores(new CorePools(4, 4, Double.POSITIVE_INFINITY, part)).simulate();
          double even = scenario.simulate().stepSeconds();
          assertThat(disturbed.stepSeconds())
              .isGreaterThanOrEqualTo(even * (1 - 1e-9))
              .isLessThanOrEqualTo((1 + part) * even * (1 + 1e-9));
        });
  }

  @Test
  void the_same_scenario_gives_the_same_bits() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(1, 6);
          var scenario = scenario(draw, network(draw), cluster(draw, 2), ranks);
          assertThat(scenario.simulate(Pace.EVEN)).isEqualTo(scenario.simulate(Pace.EVEN));
          assertThat(scenario.simulate()).isEqualTo(scenario.simulate());
        });
  }
}
