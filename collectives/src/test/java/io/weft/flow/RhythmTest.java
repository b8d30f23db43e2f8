package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RhythmTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** What a rank does in a minute of virtual time. */
  private record Minute(int looks, int signs, long quietNanosMost) {
    static Minute of(Rhythm rhythm, boolean idle) {
      int looks = 0;
      int signs = 0;
      long said = 0;
      long longest = 0;
      for (long now = 0; now < 60 * SECOND; now += rhythm.tickNanos(idle)) {
        looks++;
        if (now - said > rhythm.quietNanosMost(idle)) {
          signs++;
          longest = Math.max(longest, now - said);
          said = now;
        }
      }
      return new Minute(looks, signs, longest);
    }
  }

  @Test
  void an_idle_rank_wakes_up_twice_a_second_and_speaks_once() {
    var minute = Minute.of(new Rhythm(SECOND), true);
    assertThat(minute.looks()).isEqualTo(120);
    assertThat(minute.signs()).isEqualTo(59);
    assertThat(minute.quietNanosMost()).isEqualTo(SECOND);
  }

  @Test
  void a_rank_in_an_operation_looks_out_twenty_times_a_second() {
    assertThat(Minute.of(new Rhythm(SECOND), false).looks()).isEqualTo(1200);
  }

  @ParameterizedTest
  @CsvSource({"100, true", "100, false", "400, true", "1000, true", "1000, false", "60000, true"})
  void no_sign_of_life_is_late(long pulseMillis, boolean idle) {
    var rhythm = new Rhythm(TimeUnit.MILLISECONDS.toNanos(pulseMillis));
    assertThat(Minute.of(rhythm, idle).quietNanosMost()).isLessThanOrEqualTo(rhythm.pulseNanos());
  }
}
