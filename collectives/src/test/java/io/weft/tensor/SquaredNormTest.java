package io.weft.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.trials.Trials;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class SquaredNormTest {
  @Test
  void it_is_the_sum_of_squares_of_any_length() {
    Trials.forAll(
        draw -> {
          var random = new SplittableRandom(draw.between(0, 1_000_000));
          var values = new float[draw.between(0, 500)];
          var sum = BigDecimal.ZERO;
          for (int i = 0; i < values.length; i++) {
            values[i] = (random.nextFloat() - 0.5f) * (random.nextInt(9) == 0 ? 1e20f : 1);
            sum = sum.add(new BigDecimal(values[i]).pow(2), MathContext.DECIMAL128);
          }
          double found = SquaredNorm.of(MemorySegment.ofArray(values));
          assertThat(found).isCloseTo(sum.doubleValue(), Percentage.withPercentage(1e-11));
        });
  }

  @Test
  void element_sixteen_is_added_to_element_zero_first() {
    // 2⁵⁴ + 1 + 1 + 1 is 2⁵⁴ in 64 bits if the ones come one by one, as in one lane.
    var one = new float[49];
    one[0] = 0x1p27f;
    one[16] = 1;
    one[32] = 1;
    one[48] = 1;
    assertThat(SquaredNorm.of(MemorySegment.ofArray(one))).isEqualTo(0x1p54);
    // In another lane they are 3 before they meet it, and 2⁵⁴ + 3 is rounded up.
    var two = new float[50];
    two[0] = 0x1p27f;
    two[17] = 1;
    two[33] = 1;
    two[49] = 1;
    assertThat(SquaredNorm.of(MemorySegment.ofArray(two))).isEqualTo(0x1p54 + 4);
  }

  @Test
  void a_nan_is_not_lost() {
    assertThat(SquaredNorm.of(MemorySegment.ofArray(new float[] {1, Float.NaN}))).isNaN();
  }
}
