package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.model.Batch;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.FullySharded;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NotFiniteTest {
  private static Settings settings(double rate) {
    return new Settings(
        new DecoupledAllReduce(),
        200,
        1,
        new Sgd(0, false, 0),
        new Rate.Constant(rate),
        Optional.empty());
  }

  private static Batch batch(float input) {
    return new Batch(
        Tensor.of(new float[] {input, 1, 2}), List.of(3L), Tensor.of(new long[] {1}), 1);
  }

  /** Every rank counts alike. */
  private static Training open(Communicator communicator, double rate, Batch batch) {
    Feed feed = (_, _) -> new Feed.Portion(batch, 1.0 / communicator.ranks());
    return Training.open(new PlainNetwork(7, 3, 4, 2), communicator, settings(rate), feed);
  }

  @Test
  void it_ends_training_and_names_step_and_rank_and_the_first_tensor() {
    World.spawn(
        1,
        communicator -> {
          try (var training = open(communicator, 1e39, batch(1))) {
            training.round(true);
            assertThatThrownBy(() -> training.round(false))
                .isInstanceOf(NotFiniteException.class)
                .hasMessage(
                    "the loss of rank 0 is NaN in step 2: the first tensor that is not finite is"
                        + " 0.weight, so lower the learning rate");
          }
        });
  }

  @Test
  void bad_data_is_told_from_a_bad_model() {
    World.spawn(
        1,
        communicator -> {
          try (var training = open(communicator, 0.1, batch(Float.NaN))) {
            assertThatThrownBy(() -> training.round(false))
                .hasMessage(
                    "the loss of rank 0 is NaN in step 1: all its tensors are finite, so look at"
                        + " the data, or lower the learning rate");
          }
        });
  }

  /** On every rank, for schedules that leave more and less to the next round. */
  @Test
  void all_ranks_end_with_the_same_step_and_sentence() {
    var schedules =
        List.<Schedule>of(
            new DecoupledAllReduce(),
            new WaitFreeBackpropagation(),
            new Sequential(),
            new FullySharded());
    for (var schedule : schedules) {
      var sentences = new ConcurrentLinkedQueue<String>();
      World.spawn(
          3,
          communicator -> {
            Feed feed = (step, _) -> new Feed.Portion(bad(communicator.rank(), step), 1.0 / 3);
            var network = new PlainNetwork(7, 3, 4, 2);
            try (var training = Training.open(network, communicator, settings(schedule), feed)) {
              training.round(true);
              training.round(true);
              assertThatThrownBy(() -> training.round(true))
                  .isInstanceOf(NotFiniteException.class)
                  .satisfies(failure -> sentences.add(failure.getMessage()));
              communicator.barrier();
            }
          });
      assertThat(sentences)
          .as(schedule.name())
          .hasSize(3)
          .containsOnly(
              "the loss of rank 1 is NaN in step 3: all its tensors are finite, so look at the"
                  + " data, or lower the learning rate");
    }
  }

  /** Ranks 1 and 2 have bad data in the third step. */
  private static Batch bad(int rank, long step) {
    return batch(rank > 0 && step == 2 ? Float.NaN : 1);
  }

  private static Settings settings(Schedule schedule) {
    var sgd = new Sgd(0, false, 0);
    return new Settings(schedule, 200, 1, sgd, new Rate.Constant(0.1), Optional.empty());
  }

  @Test
  void a_batch_that_is_skipped_adds_nothing() {
    var weights = new ArrayList<List<float[]>>();
    var losses = new ArrayList<Double>();
    for (int bad = 0; bad < 2; bad++) {
      float second = bad == 0 ? Float.NaN : 0;
      World.spawn(
          2,
          communicator -> {
            var own = batch(communicator.rank() == 0 ? 1 : second);
            boolean alone = second == 0 && communicator.rank() == 1;
            Feed feed = (_, _) -> new Feed.Portion(own, alone ? 0 : 0.5);
            var network = new PlainNetwork(7, 3, 4, 2);
            try (var training = Training.open(network, communicator, settings(0.1), feed)) {
              training.skipNotFinite();
              IntStream.range(0, 4).forEach(step -> training.round(step < 3));
              double loss = training.measurements().averageLoss();
              if (communicator.rank() == 0) {
                losses.add(loss);
                weights.add(weights(training));
              }
            }
          });
    }
    assertThat(weights.getFirst()).usingRecursiveComparison().isEqualTo(weights.getLast());
    assertThat(losses.getFirst()).isEqualTo(2 * losses.getLast());
  }

  @Test
  void buffers_are_as_if_a_batch_that_is_skipped_had_not_been() {
    World.spawn(
        1,
        communicator -> {
          var batches = List.of(batch(1), batch(Float.NaN));
          Feed feed = (step, _) -> new Feed.Portion(batches.get((int) step), 1);
          var network = new Observing(new PlainNetwork(7, 3, 4, 2));
          try (var training = Training.open(network, communicator, settings(0.1), feed)) {
            training.skipNotFinite();
            training.round(true);
            float before = training.memory().buffer(0).segment().get(ValueLayout.JAVA_FLOAT, 0);
            training.round(false);
            assertThat(training.memory().buffer(0).segment().get(ValueLayout.JAVA_FLOAT, 0))
                .isNotZero()
                .isEqualTo(before);
          }
        });
  }

  @Test
  void parameters_that_are_not_finite_end_training_in_any_case() {
    World.spawn(
        1,
        communicator -> {
          try (var training = open(communicator, 1e39, batch(1))) {
            training.skipNotFinite();
            training.round(true);
            assertThatThrownBy(() -> training.round(false))
                .isInstanceOf(NotFiniteException.class)
                .hasMessageContaining("not finite is 0.weight");
          }
        });
  }

  @Test
  void a_step_that_is_skipped_by_all_has_no_loss() {
    World.spawn(
        3,
        communicator -> {
          try (var training = open(communicator, 0.1, batch(Float.NaN))) {
            training.skipNotFinite();
            training.round(false);
            assertThat(training.measurements().averageLoss()).isNaN();
          }
        });
  }

  private static List<float[]> weights(Training training) {
    return IntStream.range(0, 4)
        .mapToObj(index -> training.memory().parameter(index).segment())
        .map(segment -> segment.toArray(ValueLayout.JAVA_FLOAT))
        .toList();
  }
}
