package io.weft.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class TrialsTest {
  @Test
  void cases_grow_from_tiny_to_large() {
    var drawn = new ArrayList<Integer>();
    Trials.forAll(draw -> drawn.add(draw.between(0, 1_000)));
    assertThat(drawn.getFirst()).isLessThanOrEqualTo(20);
    assertThat(drawn).anyMatch(value -> value > 500).allMatch(value -> value <= 1_000);
  }

  @Test
  void a_failure_names_the_settings_that_replay_it() {
    assertThatThrownBy(() -> Trials.forAll(draw -> assertThat(draw.between(0, 100)).isLessThan(50)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dtrial.seed=")
        .hasMessageContaining("-Dtrial.percent=");
  }

  @Test
  void the_same_seed_draws_the_same_case() {
    assertThat(new Draw(7, 100).between(0, 1_000_000))
        .isEqualTo(new Draw(7, 100).between(0, 1_000_000));
  }
}
