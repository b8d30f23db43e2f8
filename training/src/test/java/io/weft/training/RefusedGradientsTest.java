package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.model.Batch;
import io.weft.optimizer.Lion;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.strategy.Strategy;
import io.weft.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Gradients that are not finite where the loss is, and compressors, of which some cannot pass that
 * on. An infinite input does that to our network: tanh makes it 1 on the way there, and on the way
 * back the gradients of the first weights are multiplied by it.
 */
@Timeout(60)
class RefusedGradientsTest {
  private static final int RANKS = 3;
  private static final int VICTIM = 1;
  private static final long BAD = 1;

  private static Training open(Communicator communicator, String line) {
    var rate = new Rate.Constant(0.01);
    var optimizer = line.contains("lion") ? new Lion(0.9, 0.99, 0) : new Sgd(0, false, 0);
    var settings = StrategySettings.of(Strategy.parse(line), 1, optimizer, rate, 5, 10);
    Feed feed =
        (step, _) -> {
          boolean bad = communicator.rank() == VICTIM && step == BAD;
          var inputs = Tensor.of(new float[] {bad ? Float.POSITIVE_INFINITY : 1, 1, 2});
          var batch = new Batch(inputs, List.of(3L), Tensor.of(new long[] {1}), 1);
          return new Feed.Portion(batch, 1.0 / RANKS);
        };
    return Training.open(new PlainNetwork(7, 3, 16, 2), communicator, settings, feed);
  }

  private static String sentence(String codec) {
    return ("the gradients of rank 1 are not finite in step 2: the first tensor that is not finite"
            + " is 0.weight, which %s cannot pass on, so lower the learning rate")
        .formatted(codec);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wfbp + sign",
        "sequential + signum",
        "dear + sign",
        "dear(bucket=1KB) + random-k(0.5)",
        "wfbp + error-feedback(random-block(0.5))",
        "priority(partition=64B, credit=1KB) + sign",
        "wfbp + lion-cub",
        "sharded(stage=2) + sign",
        "wfbp + per-tensor(dense-below(50B, sign))"
      })
  void all_ranks_end_after_the_next_step_with_the_same_sentence(String line) {
    var sentences = new ConcurrentLinkedQueue<String>();
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(communicator, line)) {
            training.round(true);
            training.round(true);
            assertThatThrownBy(() -> training.round(true))
                .isInstanceOf(NotFiniteException.class)
                .satisfies(failure -> sentences.add(failure.getMessage()));
            communicator.barrier();
          }
        });
    assertThat(sentences).hasSize(RANKS);
    assertThat(sentences.stream().distinct())
        .singleElement()
        .asString()
        .matches(sentence("[a-z-]+"));
  }

  /**
   * Of those all ranks get numbers that are not finite, and a loss that is not in the next step.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "wfbp + int8",
        "wfbp + fp16",
        "dear + int4",
        "dear + top-k(0.5)",
        "wfbp + g-top-k(0.1)",
        "wfbp + ok-top-k(0.1)",
        "wfbp + powersgd(rank=1)",
        "dear + powersgd(rank=1)",
        "wfbp + acp-sgd(rank=1)",
        "dear + terngrad",
        "wfbp + qsgd",
        "wfbp + natural",
        "wfbp + atomo",
        "wfbp + onebit",
        "wfbp + fastsgd",
        "dear + ef-sign",
        "wfbp + dgc(density=0.1)",
        "dear + gaussian-k(0.1)",
        "dear + top-k-sampled(0.1)",
        "sharded(stage=1) + threshold(tau=0.01)",
        "wfbp + sketch(rows=5, columns=64, density=0.1)",
        "wfbp + lossless(terngrad)",
        "sharded(stage=1) + top-k(0.2)"
      })
  void what_compressors_pass_on_ends_all_ranks_alike(String line) {
    var sentences = new ConcurrentLinkedQueue<String>();
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(communicator, line)) {
            training.round(true);
            training.round(true);
            assertThatThrownBy(() -> training.round(true))
                .isInstanceOf(NotFiniteException.class)
                .satisfies(failure -> sentences.add(failure.getMessage()));
          }
        });
    assertThat(sentences)
        .hasSize(RANKS)
        .containsOnly(
            "the loss of rank 0 is NaN in step 3: the first tensor that is not finite is 0.weight,"
                + " so lower the learning rate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wfbp + sign", "dear + sign"})
  void at_the_end_of_a_run_they_end_at_once(String line) {
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(communicator, line)) {
            training.round(true);
            assertThatThrownBy(() -> training.round(false))
                .isInstanceOf(NotFiniteException.class)
                .hasMessage(sentence("sign"));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"wfbp + sign", "dear + error-feedback(random-k(0.5))", "wfbp + lion-cub"})
  void who_skips_goes_on_with_parameters_that_are_finite(String line) {
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(communicator, line)) {
            training.skipNotFinite();
            IntStream.range(0, 5).forEach(step -> training.round(step < 4));
            assertThat(training.measurements().averageLoss()).isFinite();
            for (int index = 0; index < 4; index++) {
              var numbers = training.memory().parameter(index).segment();
              for (float number : numbers.toArray(ValueLayout.JAVA_FLOAT)) {
                assertThat(number).isFinite();
              }
            }
          }
        });
  }
}
