package io.weft.engine.zoo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.World;
import io.weft.data.Corpus;
import io.weft.data.Dataset;
import io.weft.data.SyntheticImages;
import io.weft.data.TextWindows;
import io.weft.engine.DjlModel;
import io.weft.engine.Network;
import io.weft.engine.Sample;
import io.weft.model.ModelMemory;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.strategy.Strategy;
import io.weft.training.DatasetFeed;
import io.weft.training.Settings;
import io.weft.training.StrategySettings;
import io.weft.training.Training;
import io.weft.trials.Thorough;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real networks on several ranks against one process that runs the batches of the ranks in their
 * order, each with statistics of its own, and averages over samples; where no statistics are, also
 * against one large batch. An epoch ends with batches of different sizes.
 */
@Tag("sampled")
class ExactnessTest {
  private static final int STEPS = Thorough.either(8, 20);
  private static final int SAMPLES = 47;
  private static final int BATCH = 4;
  private static final int BUCKET_BYTES = 4096;
  private static final double DISTANCE_MOST = 1e-5;
  private static final Optimizer SGD = new Sgd(0.9, false, 1e-4);
  private static final Rate RATE = new Rate.Constant(0.05);

  /** A network and what it learns from. */
  record Lesson(Network network, Dataset data) {
    @Override
    public String toString() {
      return network.name();
    }
  }

  static Stream<Lesson> lessons() {
    return Stream.concat(
        withoutStatistics(),
        Stream.of(
            new Lesson(
                new ResNet("residual", List.of(4, 8), new Sample.Features(images(3), 4)).network(),
                new SyntheticImages(SAMPLES, new SyntheticImages.Size(3, 8, 8), 4, 7))));
  }

  private static List<Long> images(long channels) {
    return List.of(channels, 8L, 8L);
  }

  static Stream<Lesson> withoutStatistics() {
    var rows = new Flat(new SyntheticImages(SAMPLES, new SyntheticImages.Size(1, 8, 8), 4, 7));
    var text = "over and under the warp goes the weft, ".repeat(20).substring(0, 8 * SAMPLES + 1);
    return Stream.of(
        new Lesson(new Perceptron("perceptron", List.of(64, 32, 32, 4)).network(), rows),
        new Lesson(
            new Gpt("transformer", 2, 16, 2, new Sample.Tokens(8, 256)).network(),
            new TextWindows(Corpus.of(text.getBytes(UTF_8)), 8)));
  }

  /** How the samples of a step are dealt out. */
  private record Deal(int ranks, int microSteps, int batch) {}

  private static float[] train(Lesson lesson, Deal deal, Schedule schedule) {
    return train(
        lesson,
        deal,
        new Settings(schedule, BUCKET_BYTES, deal.microSteps(), SGD, RATE, Optional.empty()));
  }

  private static float[] train(Lesson lesson, Deal deal, Settings settings) {
    var results = new CopyOnWriteArrayList<float[]>();
    World.spawn(
        deal.ranks(),
        communicator -> {
          var model = new DjlModel(lesson.network(), 7);
          var data = lesson.data();
          try (var feed = DatasetFeed.of(data, deal.batch(), 3, communicator, deal.microSteps());
              var training = Training.open(model, communicator, settings, feed)) {
            for (int step = 1; step <= STEPS; step++) {
              training.round(step < STEPS);
            }
            results.add(weights(training.memory()));
          }
        });
    results.forEach(result -> assertThat(result).isEqualTo(results.getFirst()));
    return results.getFirst();
  }

  /** All buckets after one another; buckets are the same for all ways to deal. */
  private static float[] weights(ModelMemory memory) {
    var buckets =
        IntStream.range(0, memory.plan().buckets().size())
            .mapToObj(memory::parametersOf)
            .map(bucket -> bucket.segment().toArray(ValueLayout.JAVA_FLOAT))
            .toList();
    var all = new float[buckets.stream().mapToInt(bucket -> bucket.length).sum()];
    int at = 0;
    for (var bucket : buckets) {
      System.arraycopy(bucket, 0, all, at, bucket.length);
      at += bucket.length;
    }
    return all;
  }

  private static double distance(float[] found, float[] expected) {
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < expected.length; i++) {
      difference += Math.pow(found[i] - expected[i], 2);
      norm += Math.pow(expected[i], 2);
    }
    return Math.sqrt(difference / norm);
  }

  @ParameterizedTest
  @MethodSource("lessons")
  void ranks_learn_what_one_process_learns_from_their_batches(Lesson lesson) {
    for (int ranks : Thorough.sample(1, 2, 3)) {
      var expected = train(lesson, new Deal(1, ranks, BATCH), new Sequential());
      for (var schedule : List.of(new WaitFreeBackpropagation(), new DecoupledAllReduce())) {
        var found = train(lesson, new Deal(ranks, 1, BATCH), schedule);
        assertThat(distance(found, expected))
            .as("%s, %d ranks", schedule.name(), ranks)
            .isLessThanOrEqualTo(DISTANCE_MOST);
      }
      var other = train(lesson, new Deal(1, 1, BATCH), new Sequential());
      assertThat(distance(other, expected)).isGreaterThan(100 * DISTANCE_MOST);
    }
  }

  @ParameterizedTest
  @MethodSource("withoutStatistics")
  void without_statistics_ranks_learn_what_one_large_batch_teaches(Lesson lesson) {
    for (int ranks : Thorough.sample(1, 2, 3)) {
      var expected = train(lesson, new Deal(1, 1, ranks * BATCH), new Sequential());
      var found = train(lesson, new Deal(ranks, 1, BATCH), new DecoupledAllReduce());
      assertThat(distance(found, expected))
          .as("%d ranks", ranks)
          .isLessThanOrEqualTo(DISTANCE_MOST);
    }
  }

  /** With one sample in a step, the tokens of the transformer are few enough for factors, too. */
  @ParameterizedTest
  @MethodSource("withoutStatistics")
  void ranks_that_send_factors_of_gradients_learn_the_same(Lesson lesson) {
    var deals = List.of(new Deal(2, 1, BATCH), new Deal(3, 2, 2), new Deal(2, 1, 1));
    for (var deal : Thorough.sample(1, deals)) {
      var expected = train(lesson, deal, settings("sequential", deal));
      var found = train(lesson, deal, settings("sequential + dad", deal));
      assertThat(distance(found, expected)).as("%s", deal).isLessThanOrEqualTo(DISTANCE_MOST);
    }
  }

  private static Settings settings(String line, Deal deal) {
    return StrategySettings.of(Strategy.parse(line), deal.microSteps(), SGD, RATE);
  }
}
