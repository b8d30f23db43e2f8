package io.weft.plan;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.cluster.Presets;
import io.weft.collective.World;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.Moment;
import io.weft.compression.exchange.Exchangers;
import io.weft.compression.exchange.Need;
import io.weft.compression.exchange.Run;
import io.weft.model.Parameter;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import io.weft.training.CompressionSettings;
import io.weft.zoo.Profile;
import io.weft.zoo.Zoo;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class MergedFormTest {
  /** What each rank sends in so many steps, where ranks have nothing in common. */
  private static long[] sent(Strategy strategy, int count, int ranks, int steps) {
    var run = new CompressionSettings.Circumstances(0, 1000, 0.9f);
    var term = strategy.term(Axis.COMPRESSION).orElseThrow();
    var compression = CompressionSettings.of(term, run);
    var bytes = new long[ranks];
    World.spawn(
        ranks,
        communicator -> {
          int rank = communicator.rank();
          var random = new SplittableRandom(rank); // A quick one: much is drawn.
          try (var arena = Arena.ofShared()) {
            var runs = List.of(new Run(0, new Extent(count, 1)));
            var exchanger =
                new Exchangers(compression, count, runs, Need.SUM, rank, ranks, arena).open();
            var data = Tensor.of(arena.allocate(count * 4L, 64), ElementType.FP32);
            long before = communicator.wireBytes();
            for (int step = 0; step < steps; step++) {
              for (int i = 0; i < count; i++) {
                data.segment().setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) random.nextGaussian());
              }
              exchanger.sum(new Moment(7, rank, step, 0), data, communicator);
            }
            bytes[rank] = communicator.wireBytes() - before;
          }
        });
    return bytes;
  }

  private static double predicted(Strategy strategy, int count, int ranks) {
    var parameter = new Parameter("p", List.of((long) count), List.of(0), true);
    var profile = new Profile("drawn", 8, List.of(1.0), List.of(parameter));
    var job = Job.of(profile, 8, Presets.named("1gbe-cpu"), ranks, 0.01);
    return job.scenario(strategy).simulate().wireBytesPerRank();
  }

  @Test
  void pairs_send_what_training_sends() {
    forAll(
        draw -> {
          var strategy = Strategy.parse("wfbp + g-top-k(density=0.02)");
          int ranks = draw.between(1, 9);
          int count =
              16 * draw.between(5, 200); // Whole lines of the cache, so that nothing is filled up.
          assertThat(predicted(strategy, count, ranks))
              .isCloseTo((double) sent(strategy, count, ranks, 1)[0], within(1e-6));
        });
  }

  @Test
  void regions_send_twice_their_list_and_now_and_then_all_sums() {
    var job = Job.of(Zoo.named("resnet-50"), 64, Presets.named("10gbe-v100x4"), 64, 0.2529);
    var strategy = Strategy.parse("wfbp(bucket=25MB) + ok-top-k(density=0.01)");
    double list = 25_557_032 * 0.01 * 8;
    double expected = 2 * list * 63 / 64 + 63 * list / 32;
    assertThat(job.scenario(strategy).simulate().wireBytesPerRank())
        .isCloseTo(expected, within(expected / 100));
  }

  /** Thresholds that are reused select up to twice as many as they should. */
  @Test
  @Tag("thorough")
  void two_ranks_of_regions_send_no_less_and_at_most_twice_as_much() {
    int steps = 64; // Thresholds are found anew after half of them.
    var strategy = Strategy.parse("wfbp + ok-top-k(density=0.02)");
    double real = sent(strategy, 32_000, 2, steps)[0] / (double) steps;
    double predicted = predicted(strategy, 32_000, 2);
    assertThat(real).isBetween(predicted, 2 * predicted);
  }
}
