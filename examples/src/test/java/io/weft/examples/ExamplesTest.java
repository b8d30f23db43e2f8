package io.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExamplesTest {
  @Test
  void every_rank_ends_with_the_mean_of_all_gradients() {
    assertThat(Printed.by(AverageGradients::main))
        .containsExactly(
            "rank 0: 1.5 15.0", "rank 1: 1.5 15.0", "rank 2: 1.5 15.0", "rank 3: 1.5 15.0");
  }

  @Test
  void an_own_algorithm_is_proved_priced_and_run() {
    assertThat(Printed.by(OwnAlgorithm::main))
        .containsExactly(
            "rank 0: 4",
            "rank 1: 4",
            "rank 2: 4",
            "rank 3: 4",
            "ring: 7 ms predicted on 8 hosts",
            "star keeps the law of all-reduce for 1 to 16 ranks",
            "star: 52 ms predicted on 8 hosts");
  }
}
