package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.launch.StopSequence.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StopSequenceTest {
  private static final long PATIENCE = StopSequence.PATIENCE.toNanos();
  private static final long END = PATIENCE + StopSequence.FORCE.toNanos();

  @Test
  void a_process_has_five_seconds_to_obey() {
    assertThat(StopSequence.PATIENCE).isEqualTo(Duration.ofSeconds(5));
    assertThat(StopSequence.next(0, true)).isEqualTo(new Step.Await(PATIENCE));
    assertThat(StopSequence.next(PATIENCE - 1, true)).isEqualTo(new Step.Await(1));
  }

  @Test
  void then_it_is_killed() {
    assertThat(StopSequence.next(PATIENCE, true)).isEqualTo(new Step.Kill(END - PATIENCE));
    assertThat(StopSequence.next(END - 1, true)).isEqualTo(new Step.Kill(1));
  }

  @Test
  void what_not_even_obeys_that_is_given_up() {
    assertThat(StopSequence.next(END, true)).isEqualTo(new Step.GiveUp());
    assertThat(StopSequence.next(Long.MAX_VALUE, true)).isEqualTo(new Step.GiveUp());
  }

  @Test
  void it_is_finished_as_soon_as_nobody_lives() {
    assertThat(StopSequence.next(0, false)).isEqualTo(new Step.Finished());
    assertThat(StopSequence.next(PATIENCE, false)).isEqualTo(new Step.Finished());
    assertThat(StopSequence.next(END, false)).isEqualTo(new Step.Finished());
  }
}
