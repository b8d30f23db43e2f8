package io.weft.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Cluster;
import io.weft.cluster.Disturbance;
import io.weft.cluster.Link;
import io.weft.cluster.Overheads;
import io.weft.cluster.Racks;
import io.weft.collective.algorithm.Algorithms;
import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.DelayedGradients;
import io.weft.schedule.LocalSteps;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.schedule.graph.Phase;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import io.weft.zoo.Profile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class SimulationLawsTest {
  private static final List<Schedule> SCHEDULES =
      List.of(
          new Sequential(),
          new WaitFreeBackpropagation(),
          new DecoupledAllReduce(),
          new PriorityPropagation(),
          new DelayedGradients(1),
          new LocalSteps(3));

  /** Those whose order of exchanges does not depend on how long they take. */
  private static final List<Schedule> ORDERED =
      List.of(new Sequential(), new WaitFreeBackpropagation());

  private static final Phase ALL = Phase.ALL_REDUCE_GRADIENTS;

  private static Profile network(Draw draw) {
    var operations = new ArrayList<Double>();
    var parameters = new ArrayList<Parameter>();
    int stages = draw.between(1, 12);
    for (int stage = 0; stage < stages; stage++) {
      operations.add((double) draw.between(1, 100));
      for (int tensor = draw.between(1, 3); tensor > 0; tensor--) {
        var shape = List.of((long) draw.between(1, 4_000_000));
        parameters.add(new Parameter("p" + parameters.size(), shape, List.of(stage), true));
      }
    }
    return new Profile("drawn", 8, operations, parameters);
  }

  private static Cluster cluster(Draw draw, double bytesPerSecond) {
    return new Cluster(
        "drawn",
        64,
        draw.oneOf(List.of(1, 2, 4)),
        new Link(10e9, 5e-6),
        new Link(bytesPerSecond, 30e-6),
        10e9,
        new Overheads(draw.between(0, 200) * 1e-6, 0, 0),
        1e12,
        1e10,
        Disturbance.NONE);
  }

  private static Scenario scenario(
      Draw draw, Profile profile, Schedule schedule, Cluster cluster, int ranks) {
    return new Scenario(
        profile,
        draw.between(1, 400) * 1e-3,
        schedule,
        BucketPlan.bySize(profile.parameters(), draw.between(0, 64 << 20)),
        new RingCosts(cluster, ranks),
        WireForm.DENSE);
  }

  @Test
  void no_step_is_shorter_than_its_computation_or_than_its_bytes_on_the_link() {
    Trials.forAll(
        draw -> {
          var profile = network(draw);
          var cluster = cluster(draw, draw.between(1, 1000) * 1e7);
          int ranks = 4 * draw.between(1, 8);
          var scenario = scenario(draw, profile, draw.oneOf(SCHEDULES), cluster, ranks);
          var found = scenario.simulate();
          var link = ranks > cluster.ranksPerHost() ? cluster.between() : cluster.inside();
          assertThat(found.stepSeconds())
              .isGreaterThanOrEqualTo(scenario.stepSeconds() * (1 - 1e-9))
              .isGreaterThanOrEqualTo(
                  found.wireBytesPerRank() / link.bytesPerSecond() * (1 - 1e-9));
          assertThat(found.computeSeconds()).isCloseTo(scenario.stepSeconds(), within(1e-9));
          assertThat(found.linkSeconds()).isLessThanOrEqualTo(found.stepSeconds() * (1 + 1e-9));
        });
  }

  /** The last of eleven stages has nearly all bytes, and hardly any work. */
  @Test
  void dear_gathers_while_backward_goes_on_if_the_link_is_free() {
    var operations = new ArrayList<>(Collections.nCopies(10, 10.0));
    operations.add(0.1);
    var parameters =
        List.of(
            new Parameter("first", List.of(1L), List.of(0), true),
            new Parameter("last", List.of(30_000_000L), List.of(10), true));
    var cluster =
        new Cluster(
            "slow",
            4,
            1,
            new Link(10e9, 0),
            new Link(200e6, 0),
            10e9,
            new Overheads(0, 0, 0),
            1e12,
            1e10,
            Disturbance.NONE);
    var scenario =
        new Scenario(
            new Profile("late bytes", 8, operations, parameters),
            1.0,
            new DecoupledAllReduce(),
            BucketPlan.perParameter(parameters),
            new RingCosts(cluster, 4),
            WireForm.DENSE);
    // Each half takes 0.45 s: behind forward, which takes 0.33 s, a gather alone does not fit. An
    // exchange of the first stage may have to wait for a part of it, some 15 ms.
    assertThat(scenario.simulate().stepSeconds()).isCloseTo(1, within(0.03));
    assertThat(ClosedForm.stepSeconds(scenario)).isCloseTo(1, within(1e-3));
  }

  @Test
  void one_rank_takes_what_it_computes() {
    Trials.forAll(
        draw -> {
          var profile = network(draw);
          var scenario = scenario(draw, profile, draw.oneOf(SCHEDULES), cluster(draw, 1e9), 1);
          var found = scenario.simulate();
          assertThat(found.stepSeconds()).isCloseTo(scenario.stepSeconds(), within(1e-9));
          assertThat(found.wireBytesPerRank()).isZero();
        });
  }

  @Test
  void ranks_that_are_alike_take_as_long_as_one_that_stands_for_them() {
    Trials.forAll(
        draw -> {
          var profile = network(draw);
          var scenario = scenario(draw, profile, draw.oneOf(ORDERED), cluster(draw, 1e9), 8);
          assertThat(scenario.simulate(Pace.EVEN).stepSeconds())
              .isCloseTo(scenario.simulate().stepSeconds(), within(1e-9));
        });
  }

  @Test
  void a_straggler_holds_up_all_others_and_the_same_seed_gives_the_same_bits() {
    Trials.forAll(
        draw -> {
          var profile = network(draw);
          var scenario = scenario(draw, profile, draw.oneOf(ORDERED), cluster(draw, 1e9), 8);
          double slowdown = 1 + draw.between(1, 20) / 10.0;
          var pace = Pace.drawn(new Disturbance(0, 1, slowdown), draw.between(1, 1000));
          double even = scenario.simulate().stepSeconds();
          var found = scenario.simulate(pace);
          assertThat(found.stepSeconds())
              .isGreaterThanOrEqualTo(slowdown * scenario.stepSeconds() * (1 - 1e-9))
              .isGreaterThanOrEqualTo(even * (1 - 1e-9))
              .isLessThanOrEqualTo(slowdown * even * (1 + 1e-9));
          assertThat(scenario.simulate(pace)).isEqualTo(found);
        });
  }

  @Test
  void a_faster_network_never_makes_a_step_longer() {
    Trials.forAll(
        draw -> {
          var profile = network(draw);
          var slow = cluster(draw, draw.between(1, 1000) * 1e6);
          var fast = slow.withFasterNetwork(1 + draw.between(1, 50) / 10.0);
          var on = scenario(draw, profile, draw.oneOf(ORDERED), slow, 16);
          var off = on.withExchanges(new RingCosts(fast, 16));
          assertThat(off.simulate().stepSeconds())
              .isLessThanOrEqualTo(on.simulate().stepSeconds() * (1 + 1e-9));
        });
  }

  @Test
  void more_oversubscription_never_makes_an_exchange_faster() {
    Trials.forAll(
        draw -> {
          var bare = cluster(draw, draw.between(1, 100) * 1e7);
          int ranks = 4 * draw.between(1, 12);
          int hosts = draw.between(1, 8);
          int servers = draw.between(1, 12);
          boolean colocated = draw.oneOf(List.of(true, false));
          double bytes = draw.between(1, 64 << 20);
          double last =
              new ServerCosts(bare, ranks, servers, colocated).of(ALL, bytes, 1).seconds();
          double lastPairs = new RingCosts(bare, ranks).ofPairs(bytes, 1).seconds();
          for (double times : List.of(1.0, 2.0, 5.0, 20.0)) {
            var racked = bare.with(new Racks(hosts, times, 0));
            var served = new ServerCosts(racked, ranks, servers, colocated).of(ALL, bytes, 1);
            assertThat(served.seconds()).isGreaterThanOrEqualTo(last * (1 - 1e-9));
            last = served.seconds();
            var paired = new RingCosts(racked, ranks).ofPairs(bytes, 1);
            assertThat(paired.seconds()).isGreaterThanOrEqualTo(lastPairs * (1 - 1e-9));
            lastPairs = paired.seconds();
          }
        });
  }

  @Test
  void servers_in_another_rack_are_reached_through_its_uplink() {
    var cluster =
        new Cluster(
                "racked",
                8,
                1,
                new Link(10e9, 0),
                new Link(1e9, 0),
                10e9,
                Overheads.NONE,
                1e12,
                1e10,
                Disturbance.NONE)
            .with(new Racks(4, 4, 0));
    double far = new ServerCosts(cluster, 4, 4, false).of(ALL, 1e9, 1).seconds();
    double home = new ServerCosts(cluster, 4, 4, true).of(ALL, 1e9, 1).seconds();
    assertThat(far).isCloseTo(2 * 4, within(1e-9));
    assertThat(home).isCloseTo(2 * 0.75, within(1e-9));
  }

  @Test
  void the_same_scenario_gives_the_same_bits() {
    Trials.forAll(
        draw -> {
          var profile = network(draw);
          var scenario = scenario(draw, profile, draw.oneOf(SCHEDULES), cluster(draw, 1e9), 8);
          assertThat(scenario.simulate()).isEqualTo(scenario.simulate());
        });
  }

  @Test
  void the_closed_form_is_within_five_percent_where_it_is_stated() {
    Trials.forAll(
        draw -> {
          var profile = network(draw);
          var schedule =
              draw.oneOf(List.<Schedule>of(new Sequential(), new WaitFreeBackpropagation()));
          var scenario =
              scenario(draw, profile, schedule, cluster(draw, draw.between(1, 500) * 1e7), 16);
          double events = scenario.simulate().stepSeconds();
          assertThat(ClosedForm.stepSeconds(scenario)).isCloseTo(events, within(0.05 * events));
        });
  }

  @Test
  void a_ring_in_closed_form_costs_what_its_walked_program_costs() {
    Trials.forAll(
        draw -> {
          var cluster =
              cluster(draw, draw.between(1, 100) * 1e7)
                  .with(new Link(10e9, 0), new Link(1e9, 20e-6), Overheads.NONE);
          int ranks = 4 * draw.between(2, 4);
          double bytes = draw.between(4 << 20, 64 << 20);
          var ring = Optional.of(Algorithms.named("ring"));
          var phase = Phase.ALL_REDUCE_GRADIENTS;
          var walked = ProgramCosts.of(cluster, ranks, ring).of(phase, bytes, 1);
          var closed = new RingCosts(cluster, ranks).of(phase, bytes, 1);
          assertThat(closed.wireBytes()).isCloseTo(walked.wireBytes(), within(1e-3 * bytes));
          assertThat(closed.seconds()).isCloseTo(walked.seconds(), within(0.1 * walked.seconds()));
        });
  }

  @Test
  void the_critical_path_of_a_slow_network_is_its_exchanges() {
    Trials.forAll(
        draw -> {
          var profile = network(draw);
          var slow = scenario(draw, profile, new Sequential(), cluster(draw, 1e6), 8);
          assertThat(slow.simulate().criticalPath())
              .contains("of forward", "of backward", "of exchanges", "exchanges waited for");
        });
  }
}
