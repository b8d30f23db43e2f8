package io.weft.compression.quantisation;

import static io.weft.compression.codec.Encoded.MOMENT;
import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.compression.codec.Encoded;
import io.weft.compression.codec.Numbers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class FastSgdTest {
  /** Beside a plain definition, in 64 bits; what lies near a border may go either way. */
  @Test
  void logarithms_of_reciprocals_are_rounded_and_large_ones_left_out() {
    forAll(
        draw -> {
          var numbers = Numbers.drawn(draw, draw.between(1, 600));
          var decoded = Encoded.by(new FastSgd(), MOMENT, numbers).decoded();
          double largest = 0;
          for (float number : numbers) {
            largest = Math.max(largest, Math.abs(number));
          }
          for (int i = 0; i < numbers.length; i++) {
            double logarithm = 4 * Math.log(largest / Math.abs(numbers[i])) / Math.log(2);
            if (Math.abs(logarithm % 1 - 0.5) > 1e-4) {
              long whole = Math.round(logarithm);
              double due = whole > 7 ? 0 : largest * Math.pow(2, -whole / 4.0);
              assertThat((double) decoded[i])
                  .isCloseTo(Math.signum(numbers[i]) * due, within(1e-6 * largest));
            }
          }
        });
  }

  @Test
  void what_travels_is_right_to_a_tenth() {
    var numbers = Numbers.normal(3, 10_000);
    var sent = Encoded.by(new FastSgd(), MOMENT, numbers);
    for (int i = 0; i < numbers.length; i++) {
      float off = Math.abs(sent.decoded()[i] - numbers[i]);
      assertThat(off <= 0.0906f * Math.abs(numbers[i]) || sent.decoded()[i] == 0).isTrue();
    }
    assertThat(sent.payload().length).isLessThan(10_000 * 2 / 8);
  }
}
