package io.weft.compression.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.LevelCodec;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.NotFiniteInputException;
import io.weft.compression.quantisation.LionLevels;
import io.weft.compression.quantisation.LionLevels.Verdict;
import io.weft.compression.quantisation.SharedTernary;
import io.weft.compression.quantisation.TernGrad;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountedTest {
  /** Two tensors with a gap between them. */
  private static final List<Run> RUNS =
      List.of(new Run(0, new Extent(30, 1)), new Run(32, new Extent(19, 1)));

  private static final int COUNT = 51;

  private static LevelCodec lion(int bits, Verdict verdict) {
    return new LionLevels("lion", 0.5f, 0.5f, bits, verdict);
  }

  private static float[] input(int rank) {
    var random = new Random(rank);
    var numbers = new float[COUNT];
    for (var run : RUNS) {
      for (int i = 0; i < run.count(); i++) {
        numbers[(int) run.first() + i] = (float) random.nextGaussian() * (rank + 1);
      }
    }
    return numbers;
  }

  private static boolean between(int i) {
    return RUNS.stream().noneMatch(run -> run.first() <= i && i < run.end());
  }

  private interface Inputs {
    float[] of(int rank);
  }

  private static float[] exchange(
      Communicator communicator, LevelCodec codec, Grain grain, Inputs inputs) {
    try (var arena = Arena.ofShared()) {
      var coding = new Coding.Counted(codec, Optional.empty());
      var compression = new Compression(coding, grain, 7, 0, 0);
      int rank = communicator.rank();
      var exchanger =
          new Exchangers(compression, COUNT, RUNS, Need.SUM, rank, communicator.ranks(), arena)
              .open();
      var data = Tensor.of(arena.allocate(COUNT * 4L, 64), ElementType.FP32);
      data.segment().copyFrom(Tensor.of(inputs.of(rank)).segment());
      exchanger.sum(new Moment(7, rank, 0, 0), data, communicator);
      return data.segment().toArray(ValueLayout.JAVA_FLOAT);
    }
  }

  private static float[] exchange(int ranks, LevelCodec codec, Grain grain) {
    var results = new float[ranks][];
    World.spawn(
        ranks,
        communicator ->
            results[communicator.rank()] =
                exchange(communicator, codec, grain, CountedTest::input));
    for (var result : results) {
      assertThat(result).isEqualTo(results[0]);
    }
    return results[0];
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void signs_of_lion_are_averaged(int ranks) {
    var result = exchange(ranks, lion(1, Verdict.MEAN), Grain.BUCKET);
    for (int i = 0; i < COUNT; i++) {
      int at = i;
      int sum = IntStream.range(0, ranks).map(rank -> input(rank)[at] < 0 ? -1 : 1).sum();
      assertThat(result[i]).isEqualTo(between(i) ? 0f : (float) sum / ranks);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void the_sign_of_the_sum_decides(int ranks) {
    var result = exchange(ranks, lion(1, Verdict.SIGN), Grain.TENSOR);
    for (int i = 0; i < COUNT; i++) {
      int at = i;
      int sum = IntStream.range(0, ranks).map(rank -> input(rank)[at] < 0 ? -1 : 1).sum();
      assertThat(result[i]).isEqualTo(between(i) ? 0f : Integer.signum(sum));
    }
  }

  /** With 8 bits all but what is near 0 has the sign of the exact sum. */
  @Test
  void with_more_bits_large_directions_outweigh_small_ones() {
    var result = exchange(3, lion(8, Verdict.SIGN), Grain.BUCKET);
    for (int i = 0; i < COUNT; i++) {
      float sum = input(0)[i] + input(1)[i] + input(2)[i];
      if (Math.abs(sum) > 0.5) {
        assertThat(result[i]).isEqualTo(Math.signum(sum));
      }
    }
  }

  @Test
  void ternary_sums_are_multiples_of_the_largest_scale() {
    var codec = new SharedTernary(new TernGrad(100));
    var result = exchange(4, codec, Grain.TENSOR);
    for (var run : RUNS) {
      float scale = 0;
      for (int i = (int) run.first(); i < run.end(); i++) {
        for (int rank = 0; rank < 4; rank++) {
          scale = Math.max(scale, Math.abs(input(rank)[i]));
        }
      }
      for (int i = (int) run.first(); i < run.end(); i++) {
        assertThat(result[i] / scale).isIn(-4f, -3f, -2f, -1f, 0f, 1f, 2f, 3f, 4f);
      }
    }
    assertThat(result[30]).isZero();
  }

  @Test
  void what_is_not_finite_is_noticed() {
    Inputs spoilt =
        rank -> {
          var numbers = input(rank);
          numbers[3] = rank == 1 ? Float.NaN : 1;
          return numbers;
        };
    World.spawn(
        2,
        communicator -> {
          var codec = new SharedTernary(new TernGrad(2.5f));
          assertThat(exchange(communicator, codec, Grain.BUCKET, spoilt)[3]).isNaN();
        });
    World.spawn(
        1,
        communicator ->
            assertThatThrownBy(
                    () ->
                        exchange(
                            communicator, lion(1, Verdict.MEAN), Grain.BUCKET, _ -> spoilt.of(1)))
                .isInstanceOf(NotFiniteInputException.class));
  }

  @Test
  void a_run_says_with_how_many_bits() {
    World.spawn(
        3,
        communicator -> {
          try (var arena = Arena.ofShared()) {
            var coding = new Coding.Counted(lion(1, Verdict.MEAN), Optional.empty());
            var compression = new Compression(coding, Grain.BUCKET, 7, 0, 0);
            var exchanger =
                new Exchangers(compression, COUNT, RUNS, Need.SUM, communicator.rank(), 3, arena)
                    .open();
            assertThat(exchanger.description()).isEqualTo("all-reduce of lion in 1 and 2 bits");
          }
        });
  }
}
