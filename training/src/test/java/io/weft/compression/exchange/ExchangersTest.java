package io.weft.compression.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.collective.World;
import io.weft.collective.program.Layout;
import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.compression.Feedback;
import io.weft.compression.Merging;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.Moment;
import io.weft.compression.lowrank.AlternatingPower;
import io.weft.compression.lowrank.PowerSgd;
import io.weft.compression.quantisation.ByteBlocks;
import io.weft.compression.quantisation.Half;
import io.weft.compression.quantisation.OneBit;
import io.weft.compression.quantisation.Rounding;
import io.weft.compression.quantisation.ScaledSign;
import io.weft.compression.quantisation.Sign;
import io.weft.compression.sparsification.Density;
import io.weft.compression.sparsification.GaussianK;
import io.weft.compression.sparsification.RandomK;
import io.weft.compression.sparsification.Scaling;
import io.weft.compression.sparsification.Sketch;
import io.weft.compression.sparsification.Threshold;
import io.weft.compression.sparsification.TopK;
import io.weft.compression.wrapper.ErrorFeedback;
import io.weft.compression.wrapper.JointErrorFeedback;
import io.weft.compression.wrapper.Lossless;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import io.weft.trials.Thorough;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("sampled")
class ExchangersTest {
  private static final int STEPS = 5;

  /** Two matrices and a vector, with something between them, as in a bucket. */
  private static final List<Run> RUNS =
      List.of(
          new Run(0, new Extent(9, 7)),
          new Run(64, new Extent(30, 1)),
          new Run(96, new Extent(12, 10)));

  private static final int COUNT = 224;

  private static Coding single(Codec codec) {
    return new Coding.Single(new ErrorFeedback(codec));
  }

  private static Coding joint(JointCodec codec) {
    return new Coding.Joint(new JointErrorFeedback(codec));
  }

  private static Coding merged(Merging merging, double share) {
    return new Coding.Merged(merging, new Density(share), new Feedback.Residual());
  }

  @Test
  void a_sketch_that_is_no_smaller_travels_dense() {
    assertThat(description(new Sketch(5, 40, new Density(0.05))))
        .isEqualTo("2 all-reduces of sketch");
    assertThat(description(new Sketch(5, 43, new Density(0.05)))).startsWith("dense, since sketch");
    assertThat(description(new Sketch(1, 500_000, new Density(0.01))))
        .startsWith("dense, since sketch");
  }

  private static String description(JointCodec codec) {
    var compression = new Compression(joint(codec), Grain.BUCKET, 0, 0, 0);
    try (var arena = Arena.ofShared()) {
      return new Exchangers(compression, COUNT, RUNS, Need.SUM, 0, 4, arena).open().description();
    }
  }

  /** Codings that remember what they did not send. */
  static List<Coding> remembering() {
    var all =
        List.of(
            single(new TopK(new Density(0.05))),
            single(new GaussianK(new Density(0.05))),
            single(new RandomK(new Density(0.1), Scaling.NONE)),
            single(new Threshold(0.5f)),
            single(new Lossless(new TopK(new Density(0.1)))),
            single(new OneBit()),
            single(new ScaledSign()),
            single(new ByteBlocks(Rounding.NEAREST)),
            joint(new PowerSgd(2, 1)),
            joint(new AlternatingPower(1)),
            joint(new Sketch(5, 40, new Density(0.05))),
            merged(Merging.PAIRS, 0.05),
            merged(Merging.PAIRS, 0.2),
            merged(Merging.REGIONS, 0.05),
            merged(Merging.REGIONS, 0.2));
    return Thorough.sample(6, all);
  }

  private static Compression compression(Coding coding, Grain grain) {
    return new Compression(coding, grain, 7, 0, 0);
  }

  /** The gradients of one rank in one step. */
  private static float[] gradients(int rank, long step) {
    var random = new Random(31 * step + rank);
    var numbers = new float[COUNT];
    for (var run : RUNS) {
      for (int i = 0; i < run.count(); i++) {
        numbers[(int) run.first() + i] = (float) random.nextGaussian();
      }
    }
    return numbers;
  }

  private static double[] sum(int ranks, long step) {
    var sum = new double[COUNT];
    for (int rank = 0; rank < ranks; rank++) {
      add(sum, gradients(rank, step));
    }
    return sum;
  }

  private static void add(double[] sum, float[] more) {
    for (int i = 0; i < more.length; i++) {
      sum[i] += more[i];
    }
  }

  /** What a rank has after some steps, and what it then remembers. */
  private record Outcome(List<float[]> results, List<Double> kept, String description) {}

  private interface Inputs {
    float[] of(int rank, long step);
  }

  private static List<Outcome> exchange(int ranks, Compression compression, Need need, int steps) {
    return exchange(ranks, compression, need, steps, ExchangersTest::gradients);
  }

  private static List<Outcome> exchange(
      int ranks, Compression compression, Need need, int steps, Inputs inputs) {
    var outcomes = new ArrayList<Outcome>();
    IntStream.range(0, ranks).forEach(_ -> outcomes.add(new Outcome(List.of(), List.of(), "")));
    World.spawn(
        ranks,
        communicator -> {
          try (var arena = Arena.ofShared()) {
            int rank = communicator.rank();
            var exchanger =
                new Exchangers(compression, COUNT, RUNS, need, rank, ranks, arena).open();
            var data = Tensor.of(arena.allocate(COUNT * 4L, 64), ElementType.FP32);
            var results = new ArrayList<float[]>();
            for (int step = 0; step < steps; step++) {
              data.segment().copyFrom(Tensor.of(inputs.of(rank, step)).segment());
              var moment = new Moment(compression.seed(), rank, step, 3);
              switch (need) {
                case SUM -> exchanger.sum(moment, data, communicator);
                case HALVES -> {
                  exchanger.combine(moment, data, communicator);
                  exchanger.spread(moment, data, communicator);
                }
                case SHARD -> exchanger.combine(moment, data, communicator);
              }
              results.add(data.segment().toArray(ValueLayout.JAVA_FLOAT));
            }
            outcomes.set(rank, new Outcome(results, kept(exchanger), exchanger.description()));
          }
        });
    return outcomes;
  }

  private static List<Double> kept(Exchanger exchanger) {
    var sum = new double[COUNT];
    for (var kept : exchanger.kept()) {
      var numbers = kept.numbers().toArray(ValueLayout.JAVA_FLOAT);
      for (int i = 0; i < numbers.length; i++) {
        sum[(int) kept.first() + i] += numbers[i];
      }
    }
    return Arrays.stream(sum).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("remembering")
  void what_was_sent_and_what_is_kept_are_together_what_came_in(Coding coding) {
    for (var need : List.of(Need.SUM, Need.HALVES)) {
      for (var grain : Grain.values()) {
        for (int ranks = 1; ranks <= 5; ranks++) {
          var outcomes = exchange(ranks, compression(coding, grain), need, STEPS);
          var came = new double[COUNT];
          var left = new double[COUNT];
          for (int step = 0; step < STEPS; step++) {
            var sum = sum(ranks, step);
            IntStream.range(0, COUNT).forEach(i -> came[i] += sum[i]);
            add(left, outcomes.getFirst().results.get(step));
          }
          outcomes.forEach(o -> IntStream.range(0, COUNT).forEach(i -> left[i] += o.kept.get(i)));
          assertThat(left)
              .as("%s, %s, %s, %d ranks", coding, need, grain, ranks)
              .containsExactly(came, within(2e-4));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("remembering")
  void all_ranks_end_with_the_same_bits(Coding coding) {
    for (var need : List.of(Need.SUM, Need.HALVES)) {
      var outcomes = exchange(4, compression(coding, Grain.BUCKET), need, STEPS);
      for (var outcome : outcomes) {
        assertThat(outcome.results)
            .usingRecursiveComparison()
            .isEqualTo(outcomes.getFirst().results);
      }
    }
  }

  /** Of few numbers with few bits these leave nothing out. */
  static Stream<Coding> exact() {
    return Stream.of(
        new Coding.Single(new TopK(new Density(0.45))),
        new Coding.Single(new Lossless(new TopK(new Density(0.45)))),
        new Coding.Single(new Half(ElementType.FP16)),
        new Coding.Single(new Lossless(new Half(ElementType.FP16))));
  }

  /** Few numbers with few bits. */
  private static float[] simple(int rank) {
    var numbers = gradients(rank, 0);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (i + 7 * rank) % 25 == 0 ? Math.round(numbers[i] * 16) / 16f : 0;
    }
    return numbers;
  }

  @ParameterizedTest
  @MethodSource("exact")
  void where_nothing_is_left_out_the_sum_is_exact(Coding coding) {
    for (int ranks = 1; ranks <= 5; ranks++) {
      var due = new double[COUNT];
      IntStream.range(0, ranks).forEach(rank -> add(due, simple(rank)));
      for (var need : Need.values()) {
        var compression = compression(coding, Grain.TENSOR);
        var outcomes = exchange(ranks, compression, need, 1, (rank, _) -> simple(rank));
        assertThat(outcomes.getFirst().description).contains("of ");
        var counts = Layout.split(COUNT, ranks);
        int first = 0;
        for (int rank = 0; rank < ranks; rank++) {
          boolean all = need != Need.SHARD;
          int to = all ? COUNT : first + (int) counts[rank];
          for (int i = all ? 0 : first; i < to; i++) {
            assertThat((double) outcomes.get(rank).results.getFirst()[i]).isEqualTo(due[i]);
          }
          first += (int) counts[rank];
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Need.class)
  void signs_are_those_of_the_majority(Need need) {
    int ranks = 3;
    var coding = new Coding.Single(new Sign());
    var outcomes = exchange(ranks, compression(coding, Grain.BUCKET), need, 1);
    var counts = Layout.split(COUNT, ranks);
    for (int i = 0; i < COUNT; i++) {
      int at = i;
      long negative = IntStream.range(0, ranks).filter(rank -> gradients(rank, 0)[at] < 0).count();
      int owner = i < counts[0] ? 0 : i < counts[0] + counts[1] ? 1 : 2;
      float found = outcomes.get(owner).results.getFirst()[i];
      boolean between = RUNS.stream().noneMatch(run -> run.first() <= at && at < run.end());
      assertThat(found).isEqualTo(between ? 0 : negative * 2 > ranks ? -1f : 1f);
    }
  }

  @Test
  void fewer_bytes_decide_who_sends_what_to_whom() {
    var sparse = compression(single(new TopK(new Density(0.05))), Grain.BUCKET);
    assertThat(description(2, sparse, Need.SUM)).isEqualTo("all-gather of top-k");
    assertThat(description(4, sparse, Need.SUM)).isEqualTo("all-to-all and all-gather of top-k");
    assertThat(description(2, sparse, Need.HALVES)).isEqualTo("all-to-all and all-gather of top-k");
    var half = compression(new Coding.Single(new Half(ElementType.FP16)), Grain.BUCKET);
    assertThat(description(4, half, Need.SUM)).isEqualTo("all-reduce of fp16");
    assertThat(description(4, half, Need.SHARD)).isEqualTo("all-to-all and all-gather of fp16");
    var low = compression(joint(new PowerSgd(1, 1)), Grain.TENSOR);
    assertThat(description(4, low, Need.HALVES)).isEqualTo("2 all-reduces of powersgd");
  }

  @Test
  void what_is_no_smaller_travels_as_it_is() {
    var most = compression(single(new TopK(new Density(0.6))), Grain.BUCKET);
    assertThat(description(4, most, Need.SUM)).isEqualTo("dense, since top-k is no smaller");
  }

  @Test
  void small_tensors_travel_as_they_are_beside_others() {
    var coding = single(new TopK(new Density(0.05)));
    var compression = new Compression(coding, Grain.TENSOR, 7, 200, 0);
    var outcome = exchange(3, compression, Need.SUM, 1).getFirst();
    for (int i = 64; i < 94; i++) {
      assertThat((double) outcome.results.getFirst()[i]).isCloseTo(sum(3, 0)[i], within(1e-5));
    }
    long zeros = IntStream.range(96, 216).filter(i -> outcome.results.getFirst()[i] == 0).count();
    assertThat(zeros).isGreaterThan(90);
    var signs = new Compression(new Coding.Single(new Sign()), Grain.TENSOR, 7, 200, 0);
    assertThat(description(3, signs, Need.SUM))
        .isEqualTo("all-to-all and all-gather of sign, all-reduce of dense");
  }

  @Test
  void the_first_steps_are_dense_if_asked_for() {
    var coding = single(new TopK(new Density(0.05)));
    var compression = new Compression(coding, Grain.BUCKET, 7, 0, 2);
    var results = exchange(3, compression, Need.HALVES, 3).getFirst().results;
    assertThat(zeros(results.get(1))).isLessThan(20);
    assertThat(zeros(results.get(2))).isGreaterThan(150);
  }

  private static long zeros(float[] numbers) {
    return IntStream.range(0, numbers.length).filter(i -> numbers[i] == 0).count();
  }

  private static String description(int ranks, Compression compression, Need need) {
    return exchange(ranks, compression, need, 0).getFirst().description;
  }
}
