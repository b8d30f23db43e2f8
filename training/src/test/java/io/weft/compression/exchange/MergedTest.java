package io.weft.compression.exchange;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.compression.Feedback;
import io.weft.compression.Merging;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.sparsification.Density;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trials.Draw;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sampled")
class MergedTest {
  /** What ranks end with, and what each remembers then. */
  private static final class Outcome {
    private final float[][] results;
    private final float[][] residuals;

    Outcome(int ranks) {
      results = new float[ranks][];
      residuals = new float[ranks][];
    }
  }

  private static Outcome exchange(Merging merging, double share, float[][] inputs, int steps) {
    int ranks = inputs.length;
    int count = inputs[0].length;
    var outcome = new Outcome(ranks);
    var coding = new Coding.Merged(merging, new Density(share), new Feedback.Residual());
    var compression = new Compression(coding, Grain.BUCKET, 7, 0, 0);
    World.spawn(
        ranks,
        communicator -> {
          int rank = communicator.rank();
          try (var arena = Arena.ofShared()) {
            var exchanger = exchanger(compression, count, rank, ranks, arena);
            var data = Tensor.of(arena.allocate(count * 4L, 64), ElementType.FP32);
            for (int step = 0; step < steps; step++) {
              data.segment().copyFrom(Tensor.of(inputs[rank]).segment());
              exchanger.sum(new Moment(7, rank, step, 0), data, communicator);
            }
            outcome.results[rank] = data.segment().toArray(ValueLayout.JAVA_FLOAT);
            outcome.residuals[rank] =
                exchanger.kept().getFirst().numbers().toArray(ValueLayout.JAVA_FLOAT);
          }
        });
    return outcome;
  }

  private static Exchanger exchanger(
      Compression compression, int count, int rank, int ranks, Arena arena) {
    var runs = List.of(new Run(0, new Extent(count, 1)));
    return new Exchangers(compression, count, runs, Need.SUM, rank, ranks, arena).open();
  }

  private static float[][] inputs(Draw draw, int ranks, int count) {
    var inputs = new float[ranks][count];
    for (var input : inputs) {
      for (int i = 0; i < count; i++) {
        input[i] = draw.between(-1000, 1000) / 8f;
      }
    }
    return inputs;
  }

  /** The positions of the k largest magnitudes, of equals the first. */
  private static int[] largest(float[] numbers, long k) {
    return IntStream.range(0, numbers.length)
        .boxed()
        .sorted(
            Comparator.comparingDouble((Integer i) -> -Math.abs(numbers[i]))
                .thenComparingInt(i -> i))
        .limit(k)
        .mapToInt(i -> i)
        .sorted()
        .toArray();
  }

  private static float[] only(float[] numbers, int[] positions) {
    var kept = new float[numbers.length];
    Arrays.stream(positions).forEach(i -> kept[i] = numbers[i]);
    return kept;
  }

  private static float[] sum(float[][] many) {
    var sum = new float[many[0].length];
    for (var one : many) {
      IntStream.range(0, sum.length).forEach(i -> sum[i] += one[i]);
    }
    return sum;
  }

  /** The largest sums of what ranks select, and of each what is not in them. */
  @Test
  void regions_give_the_largest_sums_of_what_ranks_select() {
    forAll(
        draw -> {
          int ranks = draw.between(1, 6);
          int count = draw.between(20, 200);
          var inputs = inputs(draw, ranks, count);
          long k = new Density(0.1).of(count);
          var outcome = exchange(Merging.REGIONS, 0.1, inputs, 1);
          var selected =
              Arrays.stream(inputs)
                  .map(input -> only(input, largest(input, k)))
                  .toArray(float[][]::new);
          var winners = largest(sum(selected), k);
          var due = only(sum(selected), winners);
          for (int rank = 0; rank < ranks; rank++) {
            assertThat(outcome.results[rank]).isEqualTo(due);
            var left = inputs[rank].clone();
            var sent = only(selected[rank], winners);
            IntStream.range(0, count).forEach(i -> left[i] -= sent[i]);
            assertThat(outcome.residuals[rank]).isEqualTo(left);
          }
        });
  }

  /** If all select alike, no merge loses what counts. */
  @Test
  void pairs_find_the_largest_where_ranks_select_alike() {
    forAll(
        draw -> {
          int ranks = draw.between(1, 6);
          var one = inputs(draw, 1, draw.between(20, 200))[0];
          var inputs = new float[ranks][];
          Arrays.setAll(inputs, _ -> one);
          var outcome = exchange(Merging.PAIRS, 0.1, inputs, 1);
          var winners = largest(one, new Density(0.1).of(one.length));
          for (var result : outcome.results) {
            assertThat(result).isEqualTo(only(sum(inputs), winners));
          }
          for (var residual : outcome.residuals) {
            assertThat(only(residual, winners)).containsOnly(0f);
          }
        });
  }

  /** Rank 0 brings 5 at position 0 and loses to rank 1; ranks 2 and 3 win with that position. */
  @Test
  void what_fell_out_stays_with_its_rank_even_if_others_bring_its_position_back() {
    var inputs = new float[4][10];
    inputs[0][0] = 5;
    inputs[1][1] = 6;
    inputs[2][0] = 4;
    inputs[3][0] = 3;
    var outcome = exchange(Merging.PAIRS, 0.1, inputs, 1);
    for (int rank = 0; rank < 4; rank++) {
      assertThat(outcome.results[rank]).isEqualTo(new float[] {7, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    }
    assertThat(outcome.residuals[0][0]).isEqualTo(5);
    assertThat(outcome.residuals[1][1]).isEqualTo(6);
    assertThat(outcome.residuals[2][0]).isZero();
    assertThat(outcome.residuals[3][0]).isZero();
  }

  /** With three ranks the last is not there when its number falls out. */
  @Test
  void ranks_beyond_a_power_of_two_learn_what_became_of_theirs() {
    var inputs = new float[3][10];
    inputs[0][0] = 1;
    inputs[2][0] = 2;
    inputs[1][1] = 6;
    var outcome = exchange(Merging.PAIRS, 0.1, inputs, 1);
    assertThat(outcome.results[2][1]).isEqualTo(6);
    assertThat(outcome.residuals[2][0]).isEqualTo(2);
    inputs[1][1] = 2.5f;
    var other = exchange(Merging.PAIRS, 0.1, inputs, 1);
    assertThat(other.results[2][0]).isEqualTo(3);
    assertThat(other.residuals[2][0]).isZero();
    assertThat(other.residuals[1][1]).isEqualTo(2.5f);
  }

  @ParameterizedTest
  @EnumSource(Merging.class)
  void what_is_not_finite_reaches_all(Merging merging) {
    var inputs = new float[3][40];
    Arrays.stream(inputs).forEach(input -> Arrays.fill(input, 3));
    inputs[1][17] = Float.NaN;
    for (var result : exchange(merging, 0.1, inputs, 1).results) {
      assertThat(result[17]).isNaN();
    }
  }

  /** What is not sent piles up, so that the threshold of the first step soon selects too many. */
  @Test
  void thresholds_that_no_longer_fit_are_found_anew() {
    var inputs = new float[2][400];
    for (int rank = 0; rank < 2; rank++) {
      for (int i = 0; i < 400; i++) {
        inputs[rank][i] = (i * 37 % 400) * (rank + 1);
      }
    }
    var outcome = exchange(Merging.REGIONS, 0.05, inputs, 12);
    long numbers = IntStream.range(0, 400).filter(i -> outcome.results[0][i] != 0).count();
    assertThat(numbers).isBetween(10L, 40L);
    assertThat(outcome.results[1]).isEqualTo(outcome.results[0]);
  }

  /** Room for as many would be made before they were looked at. */
  @ParameterizedTest
  @ValueSource(longs = {-1, 101, 1L << 40})
  void a_rank_that_announces_more_numbers_than_there_are_is_refused(long announced) {
    var coding = new Coding.Merged(Merging.REGIONS, new Density(0.1), new Feedback.Residual());
    var compression = new Compression(coding, Grain.BUCKET, 7, 0, 0);
    World.spawn(
        2,
        communicator -> {
          try (var arena = Arena.ofShared()) {
            if (communicator.rank() == 1) {
              announce(announced, communicator, arena);
            } else {
              var exchanger = exchanger(compression, 100, 0, 2, arena);
              var data = Tensor.of(arena.allocate(400, 64), ElementType.FP32);
              assertThatThrownBy(() -> exchanger.sum(new Moment(7, 0, 0, 0), data, communicator))
                  .isInstanceOf(MalformedPayloadException.class)
                  .hasMessageContaining("announces %d numbers, of at most 100", announced);
            }
          }
        });
  }

  /** What a rank says that has nothing to add, and lies about how much it spreads. */
  private static void announce(long announced, Communicator communicator, Arena arena) {
    communicator.allReduce(Tensor.of(new long[2]), Reduction.SUM);
    var told = new long[4];
    communicator.allGather(Tensor.of(new long[] {4, 0}), Tensor.of(told));
    long block = new Payloads(2, 4 + 20 * 8, false, arena).rounded(told[0]);
    var nothing = Tensor.of(new byte[(int) (2 * block)]);
    communicator.allToAll(nothing, Tensor.of(new byte[(int) (2 * block)]));
    communicator.allGather(Tensor.of(new long[] {announced, 0}), Tensor.of(told));
  }
}
