package io.weft.compression.lowrank;

import static io.weft.trials.Trials.forAll;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.Numbers;
import io.weft.compression.wrapper.JointErrorFeedback;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("sampled")
class LowRankTest {
  private static final List<Extent> TENSORS =
      List.of(new Extent(40, 30), new Extent(7, 1), Extent.of(16, 4, 3, 3), new Extent(3, 3));
  private static final int COUNT = 1_200 + 7 + 576 + 9;

  static List<JointCodec> codecs() {
    return List.of(new PowerSgd(2, 2), new AlternatingPower(3));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void all_ranks_decode_the_same_numbers_bit_for_bit(JointCodec codec) {
    try (var arena = Arena.ofConfined()) {
      var cluster = new Cluster(new JointErrorFeedback(codec), TENSORS, 3, arena);
      for (int step = 0; step < 4; step++) {
        var decoded = cluster.step(step, inputs(3, step));
        assertThat(decoded.get(1)).isEqualTo(decoded.get(0));
        assertThat(decoded.get(2)).isEqualTo(decoded.get(0));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void what_was_decoded_and_what_is_left_add_up_to_the_inputs(JointCodec codec) {
    try (var arena = Arena.ofConfined()) {
      var cluster = new Cluster(new JointErrorFeedback(codec), TENSORS, 3, arena);
      var balance = new double[COUNT];
      for (int step = 0; step < 5; step++) {
        var inputs = inputs(3, step);
        var decoded = cluster.step(step, inputs).getFirst();
        for (int i = 0; i < COUNT; i++) {
          balance[i] += inputs.get(0)[i] + inputs.get(1)[i] + inputs.get(2)[i] - decoded[i];
        }
      }
      for (int rank = 0; rank < 3; rank++) {
        var residual = Numbers.residual(cluster.coder(rank).state());
        for (int i = 0; i < COUNT; i++) {
          balance[i] -= residual.getAtIndex(JAVA_FLOAT_UNALIGNED, i);
        }
      }
      for (double left : balance) {
        assertThat(Math.abs(left)).isLessThan(1e-4);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void the_residual_is_what_was_not_contributed_bit_for_bit(JointCodec codec) {
    try (var arena = Arena.ofConfined()) {
      var cluster = new Cluster(new JointErrorFeedback(codec), TENSORS, 1, arena);
      var before = new float[COUNT];
      for (int step = 0; step < 3; step++) {
        var input = Numbers.normal(step, COUNT);
        var decoded = cluster.step(step, List.of(input)).getFirst();
        for (int i = 0; i < COUNT; i++) {
          before[i] = input[i] + before[i] - decoded[i];
        }
        var residual = Numbers.residual(cluster.coder(0).state());
        assertThat(Numbers.array(residual)).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void matrices_of_low_rank_are_exact_once_the_random_start_is_forgotten(JointCodec codec) {
    forAll(
        draw -> {
          int rows = draw.between(12, 60);
          int columns = draw.between(12, 60);
          var u = Numbers.normal(draw.between(0, 999), 2 * rows);
          var v = Numbers.normal(draw.between(0, 999), 2 * columns);
          var matrix = new float[rows * columns];
          for (int i = 0; i < matrix.length; i++) {
            int row = i / columns;
            int column = i % columns;
            matrix[i] = u[row] * v[column] + u[rows + row] * v[columns + column];
          }
          try (var arena = Arena.ofConfined()) {
            var cluster = new Cluster(codec, List.of(new Extent(rows, columns)), 1, arena);
            cluster.step(0, List.of(matrix));
            cluster.step(1, List.of(matrix));
            var decoded = cluster.step(2, List.of(matrix)).getFirst();
            double lost = Numbers.squaredNorm(Numbers.minus(matrix, decoded));
            assertThat(Math.sqrt(lost / Numbers.squaredNorm(matrix))).isLessThan(1e-5);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void what_is_lost_is_less_than_what_there_was(JointCodec codec) {
    forAll(
        draw -> {
          var input = Numbers.drawn(draw, COUNT);
          try (var arena = Arena.ofConfined()) {
            var cluster = new Cluster(codec, TENSORS, 1, arena);
            for (int step = 0; step < 2; step++) {
              var decoded = cluster.step(step, List.of(input)).getFirst();
              double lost = Numbers.squaredNorm(Numbers.minus(input, decoded));
              double before = Numbers.squaredNorm(input);
              assertThat(lost).isLessThanOrEqualTo(before * (1 - 1e-6));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void a_step_of_zeros_does_not_stop_the_iteration(JointCodec codec) {
    try (var arena = Arena.ofConfined()) {
      var cluster = new Cluster(codec, TENSORS, 1, arena);
      assertThat(cluster.step(0, List.of(new float[COUNT])).getFirst()).containsOnly(0f);
      cluster.step(1, List.of(new float[COUNT]));
      var decoded = cluster.step(2, List.of(Numbers.normal(1, COUNT))).getFirst();
      assertThat(decoded[0]).isNotZero();
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void nan_is_noticed_and_forgotten_when_it_is_gone(JointCodec codec) {
    try (var arena = Arena.ofConfined()) {
      var cluster = new Cluster(codec, TENSORS, 1, arena);
      var spoilt = Numbers.normal(1, COUNT);
      spoilt[5] = Float.NaN;
      assertThat(cluster.step(0, List.of(spoilt)).getFirst()).contains(Float.NaN);
      assertThat(cluster.step(1, List.of(Numbers.normal(1, COUNT))).getFirst())
          .doesNotContain(Float.NaN);
    }
  }

  @Test
  void payloads_follow_the_formulas() {
    try (var arena = Arena.ofConfined()) {
      var power = new Cluster(new PowerSgd(2, 2), TENSORS, 1, arena);
      power.step(0, inputs(1, 0));
      assertThat(power.sent()).isEqualTo(2 * (40 + 30) + 2 * (16 + 36) + 7 + 9);
      var alternating = new Cluster(new AlternatingPower(3), TENSORS, 1, arena);
      alternating.step(0, inputs(1, 0));
      assertThat(alternating.sent()).isEqualTo(3 * (40 + 16) + 7 + 9);
      alternating.step(1, inputs(1, 1));
      assertThat(alternating.sent()).isEqualTo(3 * (30 + 36) + 7 + 9);
    }
  }

  @Test
  void senseless_ranks_are_refused() {
    assertThatThrownBy(() -> new PowerSgd(0, 2)).hasMessageContaining("rank 0");
    assertThatThrownBy(() -> new AlternatingPower(0)).hasMessageContaining("rank 0");
  }

  static List<float[]> inputs(int ranks, int step) {
    var inputs = new ArrayList<float[]>();
    for (int rank = 0; rank < ranks; rank++) {
      inputs.add(Numbers.normal(100L * step + rank, COUNT));
    }
    return inputs;
  }
}
