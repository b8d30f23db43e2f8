package io.weft.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SparklineTest {
  @Test
  void the_highest_number_has_the_highest_bar() {
    assertThat(Sparkline.of(new double[] {7, 3.5, 0}, 9)).isEqualTo("█▅▁");
  }

  @Test
  void of_many_numbers_several_share_a_bar() {
    assertThat(Sparkline.of(new double[] {8, 6, 0, 0}, 2)).isEqualTo("█▁");
  }

  @Test
  void one_number_is_no_line_and_equal_ones_are_flat() {
    assertThat(Sparkline.of(new double[] {1, Double.NaN}, 9)).isEmpty();
    assertThat(Sparkline.of(new double[] {1, 1}, 9)).isEqualTo("▁▁");
  }
}
