package io.weft.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.progress.RunProgress.StepSplit;
import org.junit.jupiter.api.Test;

class RunProgressTest {
  @Test
  void a_line_says_all_that_was_to_be_said() {
    var split = new StepSplit(52.5, 38, 6, 5, 2, 61.25);
    var progress =
        new RunProgress("", 42.5, 7.25, 100, 420, 1000, 2.3, 1e-3, "2.4, accuracy 0.51", split);
    assertThat(RunProgress.of(progress.line())).contains(progress);
    var waiting = RunProgress.awaiting("the\tengine");
    assertThat(RunProgress.of(waiting.line())).contains(RunProgress.awaiting("the engine"));
  }

  @Test
  void other_lines_say_nothing() {
    assertThat(RunProgress.of("weft: step 5 of 10")).isEmpty();
    assertThat(RunProgress.is("weft: step 5 of 10")).isFalse();
    var cut = RunProgress.awaiting("it").line().substring(0, 30);
    assertThat(RunProgress.of(cut)).isEmpty();
    assertThat(RunProgress.is(cut)).isTrue();
    var wrong = RunProgress.awaiting("it").line().replace("-1", "?");
    assertThat(RunProgress.of(wrong)).isEmpty();
  }
}
