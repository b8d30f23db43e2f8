package io.weft.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import io.weft.progress.RunProgress.StepSplit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LiveRunTest {
  private final RecordedTerminal recorded = new RecordedTerminal();
  private long now;

  private LiveRun onPipe() {
    return LiveRun.by(() -> now, recorded.output(recorded.pipe()), "a run");
  }

  private LiveRun onScreen() {
    return LiveRun.by(() -> now, recorded.output(recorded.screen(60)), "a run");
  }

  private void passes(LiveRun run, int seconds) {
    for (int second = 0; second < seconds; second++) {
      now += Duration.ofSeconds(1).toNanos();
      run.tick();
    }
  }

  private static RunProgress progress(double left, long step) {
    return new RunProgress("", 10, left, 0, step, 100, 2.5, 0.1, "", StepSplit.NONE);
  }

  @Test
  void in_a_log_nobody_waits_five_seconds_without_knowing_what_for() {
    try (var run = onPipe()) {
      passes(run, 3);
      assertThat(recorded.err()).isEmpty();
      passes(run, 1);
      assertThat(run.hears(RunProgress.awaiting("the engine").line())).isTrue();
      passes(run, 9);
      assertThat(recorded.err())
          .isEqualTo(
              """
              weft: still waiting for the ranks to start, 0:04
              weft: waiting for the engine
              weft: still waiting for the engine, 0:08
              weft: still waiting for the engine, 0:12
              """);
    }
  }

  @Test
  void in_a_log_steps_speak_for_themselves() {
    try (var run = onPipe()) {
      run.hears(progress(1, 1).line());
      passes(run, 30);
      assertThat(run.hears("weft: step 5 of 100")).isFalse();
      assertThat(recorded.err()).isEmpty();
    }
  }

  @Test
  void on_a_screen_the_block_is_drawn_every_second_and_goes() {
    try (var run = onScreen()) {
      run.hears(progress(Double.NaN, 0).line());
      run.hears(progress(80, 20).line());
      passes(run, 4);
      assertThat(recorded.err()).contains("0:04, about 1:16 left · a run", "step 20 of 100");
    }
    assertThat(recorded.err()).endsWith("\r\u001b[K");
  }

  @Test
  void after_the_last_step_the_bar_stays() {
    try (var run = onScreen()) {
      run.hears(progress(20, 100).line());
      run.hears(RunProgress.awaiting("the last checkpoint").line());
      passes(run, 1);
      assertThat(recorded.err())
          .contains("step 100 of 100", "waiting for the last checkpoint")
          .doesNotContain("left");
    }
  }
}
