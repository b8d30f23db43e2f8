package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.trace.Overlap;
import io.weft.training.RoundTimes;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepTimesTest {
  private static RoundTimes rounds(long count, double exchange, double waiting, double exposed) {
    return new RoundTimes(
        count + 1, 1, 1, count, new Overlap(exchange * 1e6, waiting * 1e6, exposed * 1e6));
  }

  @Test
  void times_are_added_up_before_they_are_divided() {
    var times = StepTimes.NONE.plus(rounds(1, 10, 0, 10)).plus(rounds(9, 110, 0, 0));
    assertThat(times.steps()).isEqualTo(10);
    assertThat(times.exchangeMillis()).isEqualTo(100);
    assertThat(times.exposedMillis()).isEqualTo(1);
    assertThat(times.hidden()).isEqualTo("99 %");
  }

  @Test
  void each_rank_has_waited_for_itself() {
    var times =
        StepTimes.NONE
            .plus(new RoundTimes(1, 1, 1, 1, Overlap.NONE, List.of(0.010, 0.0)))
            .plus(new RoundTimes(3, 1, 1, 3, Overlap.NONE, List.of(0.002, 0.004)));
    assertThat(times.waitingMillisByRank()).containsExactly(4.0, 3.0);
  }

  @Test
  void a_line_says_what_was_idle_and_what_was_hidden() {
    assertThat(StepTimes.NONE.plus(rounds(2, 12, 2, 5)).words())
        .isEqualTo(", 5.0 ms exposed and 2.0 waiting a step, 50 % hidden");
  }

  @Test
  void hidden_is_not_said_where_there_was_nothing_but_waiting() {
    var times = StepTimes.NONE.plus(rounds(2, 12, 12, 0));
    assertThat(times.words()).isEqualTo(", 0.0 ms exposed and 12.0 waiting a step");
    assertThat(times.hiddenPercent()).isNull();
    assertThat(times.hidden()).isEqualTo("–");
  }

  @Test
  void without_exchanges_nothing_is_said() {
    assertThat(StepTimes.NONE.plus(rounds(3, 0, 0, 0)).words()).isEmpty();
  }
}
