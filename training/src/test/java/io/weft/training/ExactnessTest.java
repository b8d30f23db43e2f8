package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.collective.algorithm.Ordered;
import io.weft.model.Batch;
import io.weft.model.NamePattern;
import io.weft.optimizer.Adam;
import io.weft.optimizer.AdamW;
import io.weft.optimizer.Exempt;
import io.weft.optimizer.Lamb;
import io.weft.optimizer.Lars;
import io.weft.optimizer.Lion;
import io.weft.optimizer.NamedRate;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.DelayedGradients;
import io.weft.schedule.FullySharded;
import io.weft.schedule.PriorityPropagation;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.ShardedUpdates;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.Grouping;
import io.weft.trials.Thorough;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The reference is one process that runs the batches of all ranks in rank order and averages over
 * samples.
 */
@Tag("sampled")
class ExactnessTest {
  private static final int STEPS = 20;
  private static final Rate RATE = new Rate.Constant(0.01);
  private static final long BUCKET_BYTES = 400;
  private static final Grouping PARTS = new Grouping.Parts(192, 384);
  private static final Optimizer MOMENTUM = new Sgd(0.9, true, 1e-4);

  private static final List<Schedule> SCHEDULES =
      List.of(
          new Sequential(),
          new WaitFreeBackpropagation(),
          new PriorityPropagation(),
          new DecoupledAllReduce(),
          new DecoupledAllReduce(DecoupledAllReduce.Gathered.GRADIENTS),
          new ShardedUpdates(2),
          new FullySharded());
  private static final List<Optimizer> OPTIMIZERS =
      List.of(
          new Sgd(0, false, 0),
          MOMENTUM,
          new Adam(0.9, 0.999, 1e-8, 0),
          new AdamW(0.9, 0.999, 1e-8, 0.01),
          new Lion(0.9, 0.99, 0.01),
          new Lars(0.9, 1e-4, 0.1, Exempt.VECTORS),
          new Lamb(0.9, 0.999, 1e-8, 0.01, Exempt.NONE));

  private static PlainNetwork network() {
    return new PlainNetwork(7, 6, 9, 5, 4);
  }

  /** What a rank learns from in a micro-step; ranks have batches of different sizes. */
  private static Batch batch(long step, int part) {
    var random = new Random(step * 100 + part);
    int samples = 2 + part % 3;
    var inputs = new float[samples * 6];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = (float) random.nextGaussian();
    }
    var labels = random.longs(samples, 0, 4).toArray();
    return new Batch(Tensor.of(inputs), List.of(6L), Tensor.of(labels), samples);
  }

  private static double weight(int part, int parts) {
    double all = IntStream.range(0, parts).map(other -> batch(0, other).samples()).sum();
    return batch(0, part).samples() / all;
  }

  /** Parts of a step are dealt out in rank order, and on each rank in micro-steps. */
  private static Feed feed(Communicator communicator, int microSteps) {
    int parts = communicator.ranks() * microSteps;
    return (step, micro) -> {
      int part = communicator.rank() * microSteps + micro;
      return new Feed.Portion(batch(step, part), weight(part, parts));
    };
  }

  private static List<float[]> train(int ranks, Settings settings, List<Boolean> rounds) {
    var results = new ArrayList<List<float[]>>();
    IntStream.range(0, ranks).forEach(_ -> results.add(List.of()));
    World.spawn(
        ranks,
        communicator -> {
          var feed = feed(communicator, settings.microSteps());
          try (var training = Training.open(network(), communicator, settings, feed)) {
            rounds.forEach(training::round);
            results.set(communicator.rank(), weights(training));
          }
        });
    for (var result : results) {
      assertThat(result).usingRecursiveComparison().isEqualTo(results.getFirst());
    }
    return results.getFirst();
  }

  private static List<float[]> weights(Training training) {
    return IntStream.range(0, network().parameters().size())
        .mapToObj(index -> training.memory().parameter(index).segment())
        .map(segment -> segment.toArray(ValueLayout.JAVA_FLOAT))
        .toList();
  }

  private static List<Boolean> oneRun() {
    return IntStream.range(0, STEPS).mapToObj(step -> step < STEPS - 1).toList();
  }

  private static List<float[]> reference(int parts, Optimizer optimizer) {
    return train(1, settings(new Sequential(), 1 << 20, parts, optimizer), oneRun());
  }

  private static Settings settings(
      Schedule schedule, long bucketBytes, int microSteps, Optimizer optimizer) {
    return new Settings(schedule, bucketBytes, microSteps, optimizer, RATE, Optional.empty());
  }

  /** As the schedule is published: with buckets, or in parts. */
  private static Settings settings(Schedule schedule, Optimizer optimizer) {
    var settings = settings(schedule, BUCKET_BYTES, 1, optimizer);
    return schedule instanceof PriorityPropagation ? grouped(settings, PARTS) : settings;
  }

  private static Settings grouped(Settings settings, Grouping grouping) {
    return new Settings(
        settings.schedule(),
        grouping,
        settings.microSteps(),
        settings.optimizer(),
        settings.rate(),
        settings.collective(),
        settings.clipNorm(),
        settings.combining(),
        settings.compression(),
        settings.rates());
  }

  private static double distance(List<float[]> found, List<float[]> expected) {
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < expected.size(); i++) {
      for (int j = 0; j < expected.get(i).length; j++) {
        difference += Math.pow(found.get(i)[j] - expected.get(i)[j], 2);
        norm += Math.pow(expected.get(i)[j], 2);
      }
    }
    return Math.sqrt(difference / norm);
  }

  @Test
  void every_exact_schedule_trains_as_one_process_would() {
    for (var optimizer : OPTIMIZERS) {
      for (int ranks : Thorough.sample(1, 1, 4)) {
        var expected = reference(ranks, optimizer);
        assertThat(distance(expected, reference(ranks + 1, optimizer))).isGreaterThan(1e-3);
        for (var schedule : Thorough.sample(3, SCHEDULES)) {
          var found = train(ranks, settings(schedule, optimizer), oneRun());
          assertThat(distance(found, expected))
              .as("%s, %s, %d ranks", schedule.name(), optimizer, ranks)
              .isLessThanOrEqualTo(1e-5);
        }
      }
    }
  }

  @Test
  void rates_by_name_are_those_of_one_process() {
    var rates =
        List.of(
            new NamedRate(new NamePattern("*.bias"), 0.1),
            new NamedRate(new NamePattern("1.*"), 3));
    for (var optimizer : OPTIMIZERS) {
      var alone = settings(new Sequential(), 1 << 20, 3, optimizer).rated(rates);
      var expected = train(1, alone, oneRun());
      assertThat(distance(expected, reference(3, optimizer))).isGreaterThan(1e-3);
      for (var schedule : Thorough.sample(3, SCHEDULES)) {
        var found = train(3, settings(schedule, optimizer).rated(rates), oneRun());
        assertThat(distance(found, expected))
            .as("%s, %s", schedule.name(), optimizer)
            .isLessThanOrEqualTo(1e-5);
      }
    }
  }

  @Test
  void clipping_takes_the_norm_over_all_ranks_and_buckets() {
    double norm = 0.3;
    for (int ranks : Thorough.sample(1, 1, 4)) {
      var alone = settings(new Sequential(), 1 << 20, ranks, MOMENTUM).clippedTo(norm);
      var expected = train(1, alone, oneRun());
      assertThat(distance(expected, reference(ranks, MOMENTUM))).isGreaterThan(1e-2);
      for (var schedule : Thorough.sample(4, SCHEDULES)) {
        var found = train(ranks, settings(schedule, MOMENTUM).clippedTo(norm), oneRun());
        assertThat(distance(found, expected))
            .as("%s, %d ranks", schedule.name(), ranks)
            .isLessThanOrEqualTo(1e-5);
      }
    }
  }

  @Test
  void a_clipped_gradient_is_as_long_as_it_may_be() {
    var settings = settings(new DecoupledAllReduce(), 200, 1, new Sgd(0, false, 0)).clippedTo(0.05);
    var before = train(3, settings, List.of());
    var after = train(3, settings, List.of(false));
    double moved = distance(after, before) * length(before);
    assertThat(moved / RATE.at(1)).isCloseTo(0.05, within(1e-5));
  }

  private static double length(List<float[]> weights) {
    double squares = 0;
    for (var weight : weights) {
      for (float each : weight) {
        squares += (double) each * each;
      }
    }
    return Math.sqrt(squares);
  }

  @Test
  void clipping_and_agreed_norms_go_together() {
    var optimizer = new Lamb(0.9, 0.999, 1e-8, 0.01, Exempt.VECTORS);
    var alone = settings(new Sequential(), 1 << 20, 3, optimizer).clippedTo(0.3);
    var expected = train(1, alone, oneRun());
    for (var schedule : Thorough.sample(3, SCHEDULES)) {
      var found = train(3, settings(schedule, optimizer).clippedTo(0.3), oneRun());
      assertThat(distance(found, expected)).as(schedule.name()).isLessThanOrEqualTo(1e-5);
    }
  }

  @Test
  void with_ordered_sums_schedules_and_buckets_and_cuts_make_no_difference_at_all() {
    long[] sizes = {0, 200, 1 << 20};
    var rounds = new ArrayList<>(oneRun());
    rounds.set(STEPS / 3, false);
    for (int ranks : Thorough.sample(1, 2, 5)) {
      var expected = reference(ranks, MOMENTUM);
      for (int i = 0; i < SCHEDULES.size(); i++) {
        long bytes = sizes[(i + ranks) % sizes.length];
        var settings = ordered(SCHEDULES.get(i), bytes);
        assertThat(train(ranks, settings, rounds))
            .as("%s, buckets of %d bytes, %d ranks", settings.schedule().name(), bytes, ranks)
            .usingRecursiveComparison()
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void buckets_that_are_planned_anew_change_no_bit() {
    var groupings =
        List.of(new Grouping.Fixed(200), new Grouping.AsReady(200), new Grouping.Merged());
    for (var schedule : List.of(new WaitFreeBackpropagation(), new DecoupledAllReduce())) {
      for (var optimizer : List.of(MOMENTUM, new Adam(0.9, 0.999, 1e-8, 0))) {
        var settings = new Settings(schedule, 0, 1, optimizer, RATE, Optional.of(new Ordered()));
        var expected = train(3, settings, oneRun());
        for (var grouping : Thorough.sample(1, groupings)) {
          assertThat(train(3, grouped(settings, grouping), oneRun()))
              .as("%s, %s", schedule.name(), grouping)
              .usingRecursiveComparison()
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void a_model_moves_when_buckets_are_planned_anew() {
    var settings =
        grouped(settings(new DecoupledAllReduce(), 0, 1, MOMENTUM), new Grouping.AsReady(200));
    World.spawn(
        2,
        communicator -> {
          try (var training =
              Training.open(network(), communicator, settings, feed(communicator, 1))) {
            training.round(true);
            var first = training.memory();
            var before = first.plan();
            var weights = weights(training);
            training.round(true);
            assertThat(training.memory()).isNotSameAs(first);
            assertThat(training.memory().plan()).isNotEqualTo(before);
            assertThat(training.memory().plan().buckets().getFirst().getFirst()).isEqualTo(4);
            training.round(false);
            assertThat(weights(training)).isNotEqualTo(weights);
            assertThat(training.rounds()).isEqualTo(3);
          }
        });
  }

  @Test
  void there_may_be_more_parts_than_exchanges_in_flight() {
    var settings =
        grouped(settings(new PriorityPropagation(), 0, 1, MOMENTUM), new Grouping.Parts(64, 128));
    World.spawn(
        3,
        communicator -> {
          var widths = IntStream.concat(IntStream.of(6), IntStream.generate(() -> 4).limit(40));
          var large = new PlainNetwork(7, widths.toArray());
          try (var training = Training.open(large, communicator, settings, feed(communicator, 1))) {
            assertThat(training.graph().shape().buckets()).isGreaterThan(64);
            List.of(true, false).forEach(training::round);
            assertThat(training.measurements().averageLoss()).isFinite();
          }
        });
  }

  @Test
  void adaptive_sums_are_the_same_under_every_schedule() {
    var plain = settings(new WaitFreeBackpropagation(), 200, 1, MOMENTUM);
    var expected = train(3, plain.combinedBy(Combining.ADASUM), oneRun());
    assertThat(distance(expected, train(3, plain, oneRun()))).isGreaterThan(1e-2);
    for (var schedule : List.of(new Sequential(), new DecoupledAllReduce(), new FullySharded())) {
      var settings = ordered(schedule, 1 << 20).combinedBy(Combining.ADASUM);
      assertThat(distance(train(3, settings, oneRun()), expected))
          .as(schedule.name())
          .isLessThanOrEqualTo(1e-5);
    }
  }

  @Test
  void adaptive_sums_of_equal_gradients_are_their_mean() {
    var settings = settings(new DecoupledAllReduce(), 200, 2, MOMENTUM);
    var weights = new ArrayList<List<float[]>>();
    for (var combining : Combining.values()) {
      World.spawn(
          2,
          communicator -> {
            Feed same = (step, micro) -> new Feed.Portion(batch(step, micro), 0.25);
            var chosen = settings.combinedBy(combining);
            try (var training = Training.open(network(), communicator, chosen, same)) {
              oneRun().forEach(training::round);
              if (communicator.rank() == 0) {
                weights.add(weights(training));
              }
            }
          });
    }
    assertThat(distance(weights.get(1), weights.get(0))).isLessThanOrEqualTo(1e-5);
  }

  private static Settings ordered(Schedule schedule, long bytes) {
    var settings = new Settings(schedule, bytes, 1, MOMENTUM, RATE, Optional.of(new Ordered()));
    return schedule instanceof PriorityPropagation
        ? grouped(settings, new Grouping.Parts(bytes + 64, 2 * bytes + 64))
        : settings;
  }

  @Test
  void micro_steps_add_up_to_a_step() {
    var optimizer = new Adam(0.9, 0.999, 1e-8, 0);
    var expected = reference(6, optimizer);
    for (var schedule : Thorough.sample(3, SCHEDULES)) {
      var found = train(2, settings(schedule, 200, 3, optimizer), oneRun());
      assertThat(distance(found, expected)).as(schedule.name()).isLessThanOrEqualTo(1e-5);
    }
  }

  @Test
  void the_loss_is_the_mean_over_the_samples_of_all_ranks() {
    var settings = settings(new DecoupledAllReduce(), 200, 1, new Sgd(0, false, 0));
    World.spawn(
        3,
        communicator -> {
          try (var training =
              Training.open(network(), communicator, settings, feed(communicator, 1))) {
            training.round(false);
            double expected = 0;
            for (int part = 0; part < 3; part++) {
              expected += weight(part, 3) * lossOf(batch(0, part));
            }
            assertThat(training.measurements().averageLoss()).isEqualTo(expected);
          }
        });
  }

  private static double lossOf(Batch batch) {
    double[] loss = {0};
    var settings = settings(new Sequential(), 0, 1, new Sgd(0, false, 0));
    World.spawn(
        1,
        communicator -> {
          Feed feed = (_, _) -> new Feed.Portion(batch, 1);
          try (var training = Training.open(network(), communicator, settings, feed)) {
            training.round(false);
            loss[0] = training.measurements().averageLoss();
          }
        });
    return loss[0];
  }

  @Test
  void a_graph_that_needs_more_than_there_is_is_refused() {
    var settings = settings(new DelayedGradients(1), 0, 1, new Sgd(0, false, 0));
    World.spawn(
        1,
        communicator ->
            assertThatThrownBy(
                    () -> Training.open(network(), communicator, settings, feed(communicator, 1)))
                .hasMessageContaining("choose an exact schedule"));
  }
}
