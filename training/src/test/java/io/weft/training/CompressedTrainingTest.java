package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.weft.collective.World;
import io.weft.optimizer.Adam;
import io.weft.optimizer.AdamW;
import io.weft.optimizer.Lion;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.trials.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sampled")
class CompressedTrainingTest {
  private static final Optimizer SGD = Quadrants.SGD;
  private static final Rate RATE = Quadrants.RATE;

  /** One of each family, with a rate that suits it. */
  private static final List<Arguments> FAMILIES =
      List.of(
          arguments("dear + top-k(0.1)", 0.05),
          arguments("dear(bucket=1KB) + powersgd(rank=2)", 0.05),
          arguments("wfbp(bucket=1KB) + acp-sgd(rank=2)", 0.05),
          arguments("priority(partition=512B, credit=1KB) + ef-sign", 0.05),
          arguments("dear + onebit", 0.05),
          arguments("dear + signum", 0.002),
          arguments("sharded(stage=2) + sign", 0.002),
          arguments("wfbp + qsgd", 0.02),
          arguments("dear + terngrad", 0.02),
          arguments("sharded(stage=1) + terngrad", 0.02),
          arguments("wfbp + per-tensor(dense-below(200B, terngrad))", 0.02),
          arguments("dear + lossless(terngrad)", 0.02),
          arguments("dear + natural", 0.05),
          arguments("dear + int4", 0.05),
          arguments("wfbp + fastsgd", 0.05),
          arguments("dear + atomo", 0.005),
          arguments("wfbp(bucket=1KB) + dgc(density=0.1)", 0.05),
          arguments("dear + gaussian-k(0.1)", 0.05),
          arguments("dear + top-k-sampled(0.1)", 0.05),
          arguments("dear + error-feedback(random-k(0.2))", 0.02),
          arguments("wfbp + random-block(0.5)", 0.02),
          arguments("sharded(stage=1) + threshold(tau=0.01)", 0.05),
          arguments("dear + sketch(rows=5, columns=64, density=0.1)", 0.02),
          arguments("wfbp(bucket=1KB) + g-top-k(0.1)", 0.05),
          arguments("dear + per-tensor(dense-below(200B, g-top-k(0.1)))", 0.05),
          arguments("wfbp + momentum-correction(g-top-k(0.1))", 0.05),
          arguments("dear(bucket=1KB) + ok-top-k(0.1)", 0.05),
          arguments("sharded(stage=2) + ok-top-k(0.1)", 0.05),
          arguments("dear + lossless(top-k(0.1))", 0.05),
          arguments("dear + momentum-correction(top-k(0.1))", 0.05),
          arguments("dear + per-tensor(dense-below(200B, top-k(0.1)))", 0.05),
          arguments("dear + dense-first(5, top-k(0.1))", 0.05));

  /** What a rank ends with. */
  private record Outcome(List<float[]> weights, double first, double last) {}

  private static Outcome train(int ranks, Settings settings, int steps) {
    var outcomes = new ArrayList<Outcome>();
    IntStream.range(0, ranks).forEach(_ -> outcomes.add(new Outcome(List.of(), 0, 0)));
    World.spawn(
        ranks,
        communicator -> {
          try (var training = Quadrants.open(communicator, settings)) {
            double first = 0;
            double last = 0;
            for (int step = 0; step < steps; step++) {
              training.round(step < steps - 1);
              double loss = training.measurements().averageLoss();
              first += step < 10 ? loss / 10 : 0;
              last += step >= steps - 10 ? loss / 10 : 0;
            }
            outcomes.set(
                communicator.rank(), new Outcome(Quadrants.weights(training), first, last));
          }
        });
    for (var outcome : outcomes) {
      assertThat(outcome.weights).usingRecursiveComparison().isEqualTo(outcomes.getFirst().weights);
    }
    return outcomes.getFirst();
  }

  private static double distance(List<float[]> found, List<float[]> expected) {
    double apart = 0;
    double whole = 0;
    for (int i = 0; i < found.size(); i++) {
      for (int j = 0; j < found.get(i).length; j++) {
        apart += Math.pow(found.get(i)[j] - expected.get(i)[j], 2);
        whole += Math.pow(expected.get(i)[j], 2);
      }
    }
    return Math.sqrt(apart / whole);
  }

  static List<String> schedules() {
    return Thorough.sample(
        4,
        List.of(
            "sequential",
            "wfbp",
            "wfbp(bucket=1KB)",
            "priority(partition=256B, credit=1KB)",
            "mg-wfbp",
            "dear(bucket=1KB)",
            "sharded(stage=1)",
            "sharded(stage=2)",
            "sharded(stage=3)"));
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void every_schedule_comes_close_to_dense_training_with_almost_exact_codes(String schedule) {
    var dense = train(3, Quadrants.settings("sequential", SGD, RATE), 20);
    for (var codec : Thorough.sample(1, List.of("fp16", "error-feedback(bf16)", "int8"))) {
      var outcome = train(3, Quadrants.settings(schedule + " + " + codec, SGD, RATE), 20);
      assertThat(distance(outcome.weights, dense.weights))
          .as("%s + %s", schedule, codec)
          .isBetween(1e-9, 0.02);
    }
  }

  static List<Arguments> families() {
    return Thorough.sample(5, FAMILIES);
  }

  @ParameterizedTest
  @MethodSource("families")
  void one_of_each_family_learns(String line, double rate) {
    var outcome = train(3, Quadrants.settings(line, SGD, new Rate.Constant(rate)), 120);
    assertThat(outcome.last).as(line).isLessThan(0.7 * outcome.first);
  }

  @Test
  void compressions_that_are_one_with_the_optimizer_learn() {
    var adam = new AdamW(0.9, 0.99, 1e-8, 0.01);
    var onebit =
        Quadrants.settings("dear + onebit-adam(freeze-step=30)", adam, new Rate.Constant(0.005));
    var frozen = train(3, onebit, 120);
    assertThat(frozen.last).isLessThan(0.7 * frozen.first);
    var lion = new Lion(0.9, 0.99, 0.01);
    var voted =
        train(
            3, Quadrants.settings("wfbp + distributed-lion", lion, new Rate.Constant(0.003)), 120);
    assertThat(voted.last).isLessThan(0.7 * voted.first);
    var counting =
        List.of(
            "dear + distributed-lion(combine=mean)",
            "wfbp(bucket=1KB) + lion-cub",
            "dear + lion-cub(bits=4)");
    for (var line : Thorough.sample(1, counting)) {
      var counted = train(3, Quadrants.settings(line, lion, new Rate.Constant(0.003)), 120);
      assertThat(counted.last).as(line).isLessThan(0.7 * counted.first);
    }
  }

  @Test
  void until_it_freezes_one_bit_adam_is_adam() {
    var adam = new AdamW(0.9, 0.99, 1e-8, 0.01);
    var plain = train(2, Quadrants.settings("dear", adam, RATE), 12);
    var late = train(2, Quadrants.settings("dear + onebit-adam(freeze-step=12)", adam, RATE), 12);
    assertThat(distance(late.weights, plain.weights)).isLessThan(1e-6);
    var early = train(2, Quadrants.settings("dear + onebit-adam(freeze-step=6)", adam, RATE), 12);
    assertThat(distance(early.weights, plain.weights)).isBetween(1e-4, 0.5);
    var lossy = "dear + plain(onebit-adam(freeze-step=6))";
    assertThat(distance(train(2, Quadrants.settings(lossy, adam, RATE), 12).weights, early.weights))
        .isBetween(1e-4, 0.5);
  }

  /** With one rank the majority is that rank. */
  @Test
  void one_rank_alone_with_distributed_lion_is_lion() {
    var lion = new Lion(0.9, 0.99, 0.01);
    var plain = train(1, Quadrants.settings("wfbp", lion, RATE), 12);
    for (var line :
        List.of("distributed-lion", "distributed-lion(combine=mean)", "lion-cub(bits=1)")) {
      var voted = train(1, Quadrants.settings("wfbp + " + line, lion, RATE), 12);
      assertThat(distance(voted.weights, plain.weights)).as(line).isLessThan(1e-5);
    }
  }

  @Test
  void clipping_and_adaptive_optimizers_go_with_compression() {
    var adam = new Adam(0.9, 0.999, 1e-8, 0);
    for (var line : List.of("dear + top-k(0.2)", "sharded(stage=2) + int8", "wfbp + fp16")) {
      var settings = Quadrants.settings(line, adam, new Rate.Constant(0.01)).clippedTo(0.5);
      var outcome = train(2, settings, 80);
      assertThat(outcome.last).as(line).isLessThan(0.8 * outcome.first);
    }
  }

  /** Where all travels, clipping before and after is the same for one rank. */
  @Test
  void dgc_clips_what_each_rank_has() {
    var sgd = new Sgd(0, false, 0);
    var plain = train(1, Quadrants.settings("sequential", sgd, RATE).clippedTo(0.3), 12);
    var all = Quadrants.settings("wfbp + dgc(density=0.45, sample=1, warmup=0)", sgd, RATE);
    assertThat(all.clippedTo(0.3).clipsBeforeEncoding()).isTrue();
    var exact =
        Quadrants.settings("sequential + dgc(density=1, sample=1, warmup=0)", sgd, RATE)
            .clippedTo(0.3);
    assertThat(distance(train(1, exact, 12).weights, plain.weights)).isLessThan(1e-5);
    var clipped = train(3, all.clippedTo(0.3), 12).weights;
    assertThat(distance(clipped, train(3, all, 12).weights)).isGreaterThan(1e-3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dear + top-k(0.1)",
        "sharded(stage=1) + top-k(0.1)",
        "dear + powersgd(rank=1, min-rate=1)"
      })
  void timing_exchanges_changes_nothing(String line) {
    var settings = Quadrants.settings(line, SGD, RATE);
    var plain = train(2, settings, 10).weights;
    var timed = new ArrayList<float[]>();
    World.spawn(
        2,
        communicator -> {
          try (var training = Quadrants.open(communicator, settings)) {
            IntStream.range(0, 4).forEach(step -> training.round(step < 3));
            assertThat(training.measurements().measureExchangeSeconds(2)).isPositive();
            IntStream.range(4, 10).forEach(step -> training.round(step < 9));
            if (communicator.rank() == 0) {
              timed.addAll(Quadrants.weights(training));
            }
          }
        });
    assertThat(timed).usingRecursiveComparison().isEqualTo(plain);
  }

  @Test
  void what_does_not_go_together_is_refused_in_a_sentence() {
    assertThatThrownBy(() -> Quadrants.settings("dear + dgc", new Adam(0.9, 0.999, 1e-8, 0), RATE))
        .hasMessage(
            "dgc brings the momentum of plain SGD itself: use the optimizer sgd, without nesterov");
    assertThatThrownBy(() -> Quadrants.settings("dear + onebit-adam", SGD, RATE))
        .hasMessage("onebit-adam sends the momentum of AdamW: use the optimizer adamw");
    assertThatThrownBy(() -> Quadrants.settings("wfbp + distributed-lion", SGD, RATE))
        .hasMessage("distributed-lion sends the direction of Lion: use the optimizer lion");
    assertThatThrownBy(() -> Quadrants.settings("wfbp + lion-cub", SGD, RATE))
        .hasMessage("lion-cub sends the direction of Lion: use the optimizer lion");
    assertThatThrownBy(
            () -> Quadrants.settings("dear + top-k", SGD, RATE).combinedBy(Combining.ADASUM))
        .hasMessage("adasum compares gradients as they are: leave out the compression, or adasum");
  }

  @Test
  void a_run_says_in_what_form_gradients_travel() {
    World.spawn(
        4,
        communicator -> {
          var settings = Quadrants.settings("dear + top-k(0.1)", SGD, RATE);
          try (var training = Quadrants.open(communicator, settings)) {
            assertThat(training.forms()).isEqualTo(Map.of("all-to-all and all-gather of top-k", 1));
          }
        });
  }
}
