package io.weft.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class GaussianProcessTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-9);

  private final GaussianProcess process =
      new GaussianProcess(2, 1e-6, new double[] {0, 1, 4}, new double[] {1, -0.5, 2});

  @Test
  void without_noise_it_goes_through_what_was_seen() {
    assertThat(process.mean(0)).isEqualTo(1, Offset.offset(1e-6));
    assertThat(process.mean(1)).isEqualTo(-0.5, Offset.offset(1e-6));
    assertThat(process.mean(4)).isEqualTo(2, Offset.offset(1e-6));
    assertThat(process.deviation(1)).isLessThan(1e-4);
  }

  @Test
  void far_away_nothing_is_known() {
    assertThat(process.mean(100)).isEqualTo(0, CLOSE);
    assertThat(process.deviation(100)).isEqualTo(1, CLOSE);
    assertThat(process.deviation(2.5)).isBetween(0.1, 0.9);
  }

  /** By hand: k = 1, so the mean is y / (1 + σ²) and the variance 1 − 1 / (1 + σ²). */
  @Test
  void one_noisy_value_is_believed_in_part() {
    var noisy = new GaussianProcess(1, 0.5, new double[] {3}, new double[] {2});
    assertThat(noisy.mean(3)).isEqualTo(1.6, CLOSE);
    assertThat(noisy.deviation(3)).isEqualTo(Math.sqrt(0.2), CLOSE);
  }

  /** Matérn 5/2 at distance 1 and length 1: (1 + √5 + 5/3)·exp(−√5). */
  @Test
  void the_covariance_is_that_of_matern() {
    var process = new GaussianProcess(1, 0, new double[] {0}, new double[] {1});
    assertThat(process.mean(1)).isEqualTo(0.5239941088318203, CLOSE);
  }
}
