package io.weft.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimekeeperTest {
  private final AtomicLong clock = new AtomicLong(7);

  private Timekeeper keeper(Length length, Interval saving) {
    return new Timekeeper(clock::get, length, saving);
  }

  private void pass(double seconds) {
    clock.addAndGet((long) (seconds * 1e9));
  }

  @Test
  void a_checkpoint_is_due_when_the_last_one_is_old_enough() {
    var keeper = keeper(new Length.Steps(9), Interval.time(Duration.ofSeconds(10)));
    pass(9.9);
    assertThat(keeper.wantsCheckpoint()).isFalse();
    pass(0.1);
    assertThat(keeper.wantsCheckpoint()).isTrue();
    keeper.saving(() -> pass(0.01));
    assertThat(keeper.wantsCheckpoint()).isFalse();
    pass(10);
    assertThat(keeper.wantsCheckpoint()).isTrue();
    assertThat(keeper.cost()).isEqualTo(Duration.ofMillis(10));
  }

  @Test
  void times_get_twice_as_long_where_checkpoints_cost_more_than_a_hundredth() {
    var keeper = keeper(new Length.Steps(9), Interval.time(Duration.ofSeconds(10)));
    pass(10);
    keeper.saving(() -> pass(0.5));
    assertThat(keeper.interval()).isEqualTo(Duration.ofSeconds(20));
    pass(100);
    keeper.saving(() -> pass(0.1));
    assertThat(keeper.interval()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void what_is_saved_by_steps_is_never_due_by_time() {
    var keeper = keeper(new Length.Time(Duration.ofSeconds(5)), Interval.steps(3));
    pass(4.9);
    assertThat(keeper.isOver()).isFalse();
    pass(0.1);
    assertThat(keeper.isOver()).isTrue();
    assertThat(keeper.wantsCheckpoint()).isFalse();
  }
}
