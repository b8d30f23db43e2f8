package io.weft.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RateTest {
  private static double[] first(int steps, Rate rate) {
    return LongStream.rangeClosed(1, steps).mapToDouble(rate::at).toArray();
  }

  @Test
  void a_constant_rate_stays() {
    assertThat(first(3, new Rate.Constant(0.5))).containsExactly(0.5, 0.5, 0.5);
  }

  @Test
  void steps_multiply_after_every_so_many() {
    assertThat(first(5, new Rate.Steps(1, 2, 0.5))).containsExactly(1, 1, 0.5, 0.5, 0.25);
  }

  @Test
  void a_cosine_falls_from_the_first_rate_to_the_last_and_stays() {
    var rate = new Rate.Cosine(1, 0.2, 4);
    assertThat(first(7, rate))
        .containsExactly(new double[] {1, 0.8828427, 0.6, 0.3171573, 0.2, 0.2, 0.2}, within(1e-6));
  }

  @Test
  void linear_scaling_warms_up_from_the_rate_of_one_rank_to_that_of_all() {
    var rate = Rate.WarmUp.scaled(new Rate.Constant(0.1), 4, 3);
    assertThat(first(5, rate))
        .containsExactly(new double[] {0.1, 0.2, 0.3, 0.4, 0.4}, within(1e-12));
  }

  @Test
  void without_steps_there_is_no_warm_up() {
    assertThat(new Rate.WarmUp(new Rate.Constant(0.3), 0, 0).at(1)).isEqualTo(0.3);
  }

  @Test
  void impossible_rates_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Rate.Constant(-1))
        .withMessage("rate=-1.0: it must be at least 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Rate.Cosine(1, 0, 0))
        .withMessage("steps=0: it must be at least 1");
  }
}
