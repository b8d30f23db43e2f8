package io.weft.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class ThoroughTest {
  private static final List<Integer> ALL = IntStream.range(0, 40).boxed().toList();

  @Test
  void a_sample_is_as_large_as_asked_in_order_and_without_repetitions() {
    assertThat(Thorough.sample(7, ALL))
        .hasSize(Thorough.either(7, 40))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void samples_come_to_every_case_in_the_end() {
    var drawn = new HashSet<Integer>();
    for (int seed = 0; seed < 1_000; seed++) {
      drawn.addAll(Thorough.draw(10, ALL, new SplittableRandom(seed)));
    }
    assertThat(drawn).containsAll(ALL);
  }

  @Test
  void few_cases_are_all_tried() {
    assertThat(Thorough.sample(5, 1, 3)).containsExactly(1, 2, 3);
  }
}
