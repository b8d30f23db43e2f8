package io.weft.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.progress.RunProgress.StepSplit;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunBlockTest {
  private static final String TITLE = "gpt-nano · 4 ranks · dear";
  private static final RunProgress NOW =
      new RunProgress(
          "", 40, 55, 0, 420, 1000, 2.31, 1e-3, "2.401", new StepSplit(52, 38, 6, 5, 2, 61));
  private static final double[] LOSSES = {4, 3, 2.5, 2.31};

  private static String lines(RunProgress now, int columns) {
    return String.join(
        "\n", new RunBlock(TITLE, columns).lines(now, 42, OptionalDouble.of(53), LOSSES));
  }

  @Test
  void a_screen_shows_time_bar_learning_and_the_split_of_a_step() {
    assertThat(lines(NOW, 80))
        .isEqualTo(
            """
            0:42, about 0:53 left · gpt-nano · 4 ranks · dear
            █████████████████████████▌░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  step 420 of 1000
            loss 2.310 █▄▂▁ · validation 2.401 · rate 0.00100
            a step 52 ms: computing 41 · exposed 6 · waiting for rank 2 5 · hidden 38"""
                .stripIndent());
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 41, 57, 80, 200})
  void no_line_fills_the_screen(int columns) {
    assertThat(lines(NOW, columns).lines())
        .hasSize(4)
        .allSatisfy(line -> assertThat(line.length()).isLessThan(columns));
  }

  @Test
  void before_the_first_step_it_says_what_is_waited_for() {
    assertThat(lines(RunProgress.awaiting("the engine"), 80))
        .isEqualTo("0:42, about 0:53 left · gpt-nano · 4 ranks · dear\nwaiting for the engine");
  }

  @Test
  void long_times_have_hours() {
    assertThat(RunBlock.clock(3723)).isEqualTo("1:02:03");
    assertThat(RunBlock.clock(59.6)).isEqualTo("1:00");
  }
}
