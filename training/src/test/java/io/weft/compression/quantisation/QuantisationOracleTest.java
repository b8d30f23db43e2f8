package io.weft.compression.quantisation;

import static io.weft.compression.codec.Encoded.MOMENT;
import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.compression.codec.Encoded;
import io.weft.compression.codec.Numbers;
import io.weft.compression.codec.RandomBits;
import io.weft.tensor.ElementType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Quantisers beside plain, slow definitions. */
@Tag("sampled")
class QuantisationOracleTest {
  @Test
  void fp16_is_the_nearest_of_all_16_bit_floats() {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, 3);
          var decoded = Encoded.by(new Half(ElementType.FP16), MOMENT, numbers).decoded();
          for (int i = 0; i < numbers.length; i++) {
            assertThat(decoded[i]).isEqualTo(nearestHalf(numbers[i]));
          }
        });
  }

  /** Tries them all; of two that are equally near, the even one. */
  private static float nearestHalf(float number) {
    float best = 0;
    int bestBits = 0;
    for (int bits = 0; bits < 0x7c00; bits++) {
      float candidate = Math.copySign(Float.float16ToFloat((short) bits), number);
      double distance = Math.abs((double) candidate - number);
      double least = Math.abs((double) best - number);
      if (distance < least || (distance == least && bits % 2 == 0 && bestBits % 2 == 1)) {
        best = candidate;
        bestBits = bits;
      }
    }
    return Math.copySign(best, number);
  }

  @Test
  void bf16_is_the_nearer_of_the_two_floats_around() {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(1, 50));
          var decoded = Encoded.by(new Half(ElementType.BF16), MOMENT, numbers).decoded();
          for (int i = 0; i < numbers.length; i++) {
            int bits = Float.floatToIntBits(numbers[i]);
            float below = Float.intBitsToFloat(bits & 0xffff_0000);
            float above = Float.intBitsToFloat((bits & 0xffff_0000) + 0x1_0000);
            double down = Math.abs((double) numbers[i] - below);
            double up = Math.abs((double) above - numbers[i]);
            boolean even = (bits >>> 16) % 2 == 0;
            assertThat(decoded[i]).isEqualTo(down < up || (down == up && even) ? below : above);
          }
        });
  }

  @Test
  void qsgd_rounds_shares_of_the_norm_up_where_chance_is_below_the_fraction() {
    forAll(
        draw -> {
          int levels = draw.between(1, 300);
          int bucket = draw.between(1, 40);
          var numbers = Numbers.drawn(draw, draw.between(1, 200));
          var decoded = Encoded.by(new Qsgd(levels, bucket), MOMENT, numbers).decoded();
          for (int i = 0; i < numbers.length; i++) {
            double norm = norm(numbers, i / bucket * bucket, bucket);
            double exact = norm == 0 ? 0 : Math.abs(numbers[i]) / norm * levels;
            double chance = RandomBits.uniform(MOMENT.own(), i);
            double level = Math.floor(exact) + (exact - Math.floor(exact) > chance ? 1 : 0);
            double due = Math.signum(numbers[i]) * level * norm / levels;
            boolean close =
                Math.abs(exact - Math.rint(exact)) < 1e-3
                    || Math.abs(exact - Math.floor(exact) - chance) < 1e-3;
            double tolerance = norm * 1e-6 + (close ? norm / levels * 1.01 : 0);
            assertThat((double) decoded[i]).isBetween(due - tolerance, due + tolerance);
          }
        });
  }

  private static double norm(float[] numbers, int first, int bucket) {
    double sum = 0;
    for (int i = first; i < Math.min(first + bucket, numbers.length); i++) {
      sum += (double) numbers[i] * numbers[i];
    }
    return Math.sqrt(sum);
  }

  @Test
  void qsgd_keeps_the_variance_bound_of_the_paper() {
    var numbers = Numbers.normal(4, 64);
    double square = Numbers.squaredNorm(numbers);
    for (int levels : new int[] {1, 4, 16}) {
      double bound = Math.min(64.0 / (levels * levels), 8.0 / levels) * square;
      double lost = 0;
      for (int step = 0; step < 2_000; step++) {
        var decoded = Encoded.by(new Qsgd(levels, 64), MOMENT.at(step), numbers).decoded();
        lost += Numbers.squaredNorm(Numbers.minus(numbers, decoded)) / 2_000;
      }
      assertThat(lost).isLessThan(bound);
    }
  }

  @Test
  void natural_loses_at_most_an_eighth_on_average() {
    var numbers = Numbers.normal(4, 64);
    double lost = 0;
    for (int step = 0; step < 2_000; step++) {
      var decoded = Encoded.by(new Natural(), MOMENT.at(step), numbers).decoded();
      lost += Numbers.squaredNorm(Numbers.minus(numbers, decoded)) / 2_000;
    }
    assertThat(lost).isLessThan(Numbers.squaredNorm(numbers) / 8);
  }

  @Test
  void bytes_of_blocks_are_within_half_a_level() {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(1, 600));
          var decoded = Encoded.by(new ByteBlocks(Rounding.NEAREST), MOMENT, numbers).decoded();
          for (int i = 0; i < numbers.length; i++) {
            float largest = 0;
            int block = i / 256 * 256;
            for (int j = block; j < Math.min(block + 256, numbers.length); j++) {
              largest = Math.max(largest, Math.abs(numbers[j]));
            }
            assertThat(Math.abs(numbers[i] - decoded[i])).isLessThanOrEqualTo(largest / 253.9f);
          }
        });
  }

  @Test
  void a_majority_decides_each_sign() {
    forAll(
        draw -> {
          int ranks = draw.between(1, 9);
          int count = draw.between(0, 300);
          var payloads = new ArrayList<MemorySegment>();
          var balance = new int[count];
          for (int rank = 0; rank < ranks; rank++) {
            var numbers = Numbers.drawn(draw, count);
            payloads.add(MemorySegment.ofArray(Encoded.by(new Sign(), MOMENT, numbers).payload()));
            for (int i = 0; i < count; i++) {
              balance[i] += (int) Math.copySign(1, numbers[i]);
            }
          }
          var verdict = MemorySegment.ofArray(new byte[Math.ceilDiv(count, 8)]);
          new MajorityVote().decide(payloads, verdict);
          try (var arena = Arena.ofConfined()) {
            var coder = new Sign().open(count, arena);
            var decoded = Encoded.decoded(coder, MOMENT, verdict, count);
            for (int i = 0; i < count; i++) {
              assertThat(decoded[i]).isEqualTo(balance[i] < 0 ? -1 : 1);
            }
          }
        });
  }

  @Test
  void signum_follows_the_running_mean() {
    try (var arena = Arena.ofConfined()) {
      var codec = new Signum(0.5f);
      var coder = codec.open(2, arena);
      assertThat(Encoded.by(coder, codec, MOMENT, 4, -4).decoded()).containsExactly(1, -1);
      assertThat(Encoded.by(coder, codec, MOMENT, -1, 1).decoded()).containsExactly(1, -1);
      assertThat(Encoded.by(coder, codec, MOMENT, -1, 1).decoded()).containsExactly(-1, 1);
    }
  }

  @Test
  void ternary_levels_on_a_larger_scale_are_rarer_and_right_on_the_mean() {
    int draws = 4_000;
    try (var arena = Arena.ofConfined()) {
      var coder = new SharedTernary(new TernGrad(100)).open(3, arena);
      var input = Numbers.segment(arena, 1, -2, 0);
      var levels = arena.allocate(3);
      var sums = new double[3];
      for (int step = 0; step < draws; step++) {
        assertThat(coder.scale(MOMENT.at(step), input)).isEqualTo(2);
        coder.levels(MOMENT.at(step), 8, input, levels);
        for (int i = 0; i < 3; i++) {
          sums[i] += 8.0 * levels.get(ValueLayout.JAVA_BYTE, i);
        }
      }
      // Six standard deviations of the mean of draws of 8 with a chance of ¼.
      double off = 6 * 8 * Math.sqrt(0.25 / draws);
      assertThat(sums[0] / draws).isCloseTo(1, within(off));
      assertThat(sums[1] / draws).isCloseTo(-2, within(off));
      assertThat(sums[2]).isZero();
    }
  }

  @Test
  void levels_of_lion_are_the_nearest_and_end_at_three_mean_magnitudes() {
    try (var arena = Arena.ofConfined()) {
      var coder = new LionLevels("lion-cub", 0, 0.5f, 3, LionLevels.Verdict.SIGN).open(4, arena);
      var input = Numbers.segment(arena, 1, -3, 20, 0);
      var levels = arena.allocate(4);
      assertThat(coder.scale(MOMENT, input)).isEqualTo(6);
      coder.levels(MOMENT, 6, input, levels);
      assertThat(levels.toArray(ValueLayout.JAVA_BYTE)).containsExactly(0, 0, 3, 0);
      coder.levels(MOMENT, 2, input, levels);
      assertThat(levels.toArray(ValueLayout.JAVA_BYTE)).containsExactly(0, -2, 3, 0);
    }
  }

  @Test
  void senseless_parameters_are_refused_with_their_values() {
    assertThatThrownBy(() -> new Qsgd(0, 128)).hasMessageContaining("0 levels");
    assertThatThrownBy(() -> new Signum(1)).hasMessageContaining("1.0");
    assertThatThrownBy(() -> new LionLevels("lion-cub", 0, 0, 9, LionLevels.Verdict.SIGN))
        .hasMessage("lion-cub with 9 bits: 1 to 8");
    assertThatThrownBy(() -> new TernGrad(0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new Half(ElementType.FP32)).hasMessageContaining("fp16 or bf16");
  }
}
