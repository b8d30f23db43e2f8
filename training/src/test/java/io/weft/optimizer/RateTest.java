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

  @Test
  void a_linear_rate_is_halfway_in_the_middle_and_stays_at_its_end() {
    var rate = new Rate.Linear(0.4, 0.2, 10);
    assertThat(rate.at(1)).isEqualTo(0.4);
    assertThat(rate.at(6)).isCloseTo(0.3, within(1e-12));
    assertThat(rate.at(99)).isCloseTo(0.2, within(1e-12));
  }

  /** The numbers are those of PyTorch's OneCycleLR(max_lr=1, total_steps=10). */
  @Test
  void one_cycle_goes_up_and_down_as_in_pytorch() {
    var rate = new Rate.OneCycle(1, 10);
    assertThat(rate.at(1)).isCloseTo(0.04, within(1e-12));
    assertThat(rate.at(2)).isCloseTo(0.52, within(1e-12));
    assertThat(rate.at(3)).isCloseTo(1, within(1e-12));
    assertThat(rate.at(10)).isCloseTo(4e-6, within(1e-12));
    assertThat(rate.at(11)).isEqualTo(rate.at(10));
    assertThat(new Rate.OneCycle(1, 2).at(1)).isEqualTo(1);
  }
}
