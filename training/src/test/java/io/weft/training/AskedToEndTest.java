package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A rank that wants training to end, say because nobody waits for it any more. */
class AskedToEndTest {
  private static final int RANKS = 3;

  static List<Schedule> schedules() {
    return List.of(
        new DecoupledAllReduce(),
        new WaitFreeBackpropagation(),
        new Sequential(),
        new FullySharded());
  }

  @ParameterizedTest
  @MethodSource("schedules")
  void all_ranks_learn_it_in_the_same_round_and_end_as_if_it_had_been_meant(Schedule schedule) {
    assertThat(weightsAfterRank1AskedInTheSecondRound(schedule))
        .isEqualTo(weightsAfterThreeRounds(schedule))
        .hasSize(RANKS);
  }

  private static Map<Integer, List<Float>> weightsAfterRank1AskedInTheSecondRound(
      Schedule schedule) {
    var weights = new ConcurrentHashMap<Integer, List<Float>>();
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(schedule, communicator)) {
            training.round(true);
            assertThat(training.wishes().isAskedToEnd()).isFalse();
            if (communicator.rank() == 1) {
              training.wishes().askToEnd();
            }
            training.round(true);
            assertThat(training.wishes().isAskedToEnd()).isTrue();
            training.round(false);
            weights.put(communicator.rank(), weights(training));
          }
        });
    return weights;
  }

  private static Map<Integer, List<Float>> weightsAfterThreeRounds(Schedule schedule) {
    var weights = new ConcurrentHashMap<Integer, List<Float>>();
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(schedule, communicator)) {
            IntStream.range(0, 3).forEach(round -> training.round(round < 2));
            assertThat(training.wishes().isAskedToEnd()).isFalse();
            weights.put(communicator.rank(), weights(training));
          }
        });
    return weights;
  }

  private static Training open(Schedule schedule, Communicator communicator) {
    var sgd = new Sgd(0, false, 0);
    var settings = new Settings(schedule, 200, 1, sgd, new Rate.Constant(0.1), Optional.empty());
    Feed feed = (step, _) -> new Feed.Portion(batch(communicator.rank() + step), 1.0 / RANKS);
    return Training.open(new PlainNetwork(7, 3, 4, 2), communicator, settings, feed);
  }

  private static Batch batch(float input) {
    return new Batch(
        Tensor.of(new float[] {input, 1, 2}), List.of(3L), Tensor.of(new long[] {1}), 1);
  }

  private static List<Float> weights(Training training) {
    return IntStream.range(0, training.memory().plan().parameters().size())
        .mapToObj(index -> training.memory().parameter(index).segment())
        .flatMap(
            segment ->
                IntStream.range(0, (int) (segment.byteSize() / Float.BYTES))
                    .mapToObj(i -> segment.getAtIndex(ValueLayout.JAVA_FLOAT, i)))
        .toList();
  }
}
