package io.weft.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimekeeperTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private Duration now = Duration.ofDays(7);

  private Timekeeper keeper(Interval saving) {
    return new Timekeeper(() -> now.toNanos(), new Length.Steps(9), saving, Length.TIME_MOST);
  }

  private void passes(Duration time) {
    now = now.plus(time);
  }

  private Saved save(Timekeeper keeper, Duration cost) {
    return keeper.saving(1, false, () -> passes(cost));
  }

  @Test
  void a_checkpoint_is_due_when_the_last_one_is_old_enough() {
    var keeper = keeper(Interval.time(MINUTE));
    passes(MINUTE.minusNanos(1));
    assertThat(keeper.wantsCheckpoint()).isFalse();
    passes(Duration.ofNanos(1));
    assertThat(keeper.wantsCheckpoint()).isTrue();
    save(keeper, Duration.ofMillis(1));
    passes(MINUTE.minusNanos(1));
    assertThat(keeper.wantsCheckpoint()).isFalse();
  }

  @Test
  void checkpoints_that_take_a_hundredth_of_the_run_come_as_often_as_before() {
    var keeper = keeper(Interval.time(MINUTE));
    passes(Duration.ofMillis(59_400));
    var saved = save(keeper, Duration.ofMillis(600));
    assertThat(saved.share()).isEqualTo(0.01);
    assertThat(saved.next()).isEmpty();
  }

  @Test
  void dearer_ones_come_half_as_often_each_time() {
    var keeper = keeper(Interval.time(MINUTE));
    passes(MINUTE);
    assertThat(save(keeper, Duration.ofSeconds(1)).next()).hasValue(MINUTE.multipliedBy(2));
    passes(MINUTE);
    assertThat(keeper.wantsCheckpoint()).isFalse();
    passes(MINUTE);
    assertThat(keeper.wantsCheckpoint()).isTrue();
    var second = save(keeper, Duration.ofSeconds(5));
    assertThat(second.next()).hasValue(MINUTE.multipliedBy(4));
    assertThat(second.count()).isEqualTo(2);
    assertThat(second.cost()).isEqualTo(Duration.ofSeconds(6));
    assertThat(second.trained()).isEqualTo(Duration.ofSeconds(186));
  }

  @Test
  void steps_and_the_end_of_a_run_are_where_they_were_asked_for() {
    var keeper = keeper(Interval.steps(3));
    assertThat(save(keeper, MINUTE).next()).isEmpty();
    assertThat(keeper.wantsCheckpoint()).isFalse();
    var byTime = keeper(Interval.time(MINUTE));
    assertThat(byTime.saving(9, true, () -> passes(MINUTE)).next()).isEmpty();
  }

  @Test
  void the_longest_time_can_be_doubled_for_ever() {
    var keeper = keeper(Interval.time(Length.TIME_MOST));
    for (int time = 0; time < 5; time++) {
      assertThat(save(keeper, MINUTE).next()).isPresent();
    }
    var longer = Length.TIME_MOST.plusNanos(1);
    assertThatThrownBy(() -> Interval.time(longer)).hasMessageContaining("at most 36500 days");
    assertThatThrownBy(() -> new Length.Time(longer)).hasMessageContaining("at most 36500 days");
  }

  @Test
  void training_for_a_time_is_over_when_it_has_passed() {
    var length = new Length.Time(MINUTE);
    var keeper = new Timekeeper(() -> now.toNanos(), length, Interval.steps(3), Length.TIME_MOST);
    passes(MINUTE.minusNanos(1));
    assertThat(keeper.isOver()).isFalse();
    passes(Duration.ofNanos(1));
    assertThat(keeper.isOver()).isTrue();
  }

  @Test
  void a_report_is_wanted_when_nothing_was_heard_for_long_enough() {
    var length = new Length.Steps(9);
    var keeper = new Timekeeper(() -> now.toNanos(), length, Interval.never(), MINUTE);
    passes(MINUTE.minusNanos(1));
    assertThat(keeper.wantsReport()).isFalse();
    passes(Duration.ofNanos(1));
    assertThat(keeper.wantsReport()).isTrue();
    keeper.reported();
    assertThat(keeper.wantsReport()).isFalse();
  }
}
