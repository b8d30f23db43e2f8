package io.weft.trace;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class ClockSampleTest {
  @Test
  void the_offset_is_wrong_by_half_a_round_trip_at_most() {
    forAll(
        draw -> {
          int offset = draw.between(-1_000_000, 1_000_000);
          int there = draw.between(0, 10_000);
          int thinking = draw.between(0, 10_000);
          int back = draw.between(0, 10_000);
          long asked = draw.between(0, 1_000_000);
          long heard = asked + there + offset;
          long answered = heard + thinking;
          var sample = new ClockSample(asked, heard, answered, answered - offset + back);
          assertThat(sample.roundTripNanos()).isEqualTo(there + back);
          assertThat(Math.abs(sample.offsetNanos() - offset))
              .isLessThanOrEqualTo((there + back + 1) / 2); // rounded to whole nanoseconds
        });
  }

  @Test
  void a_clock_that_is_ahead_has_a_positive_offset() {
    assertThat(new ClockSample(0, 1_005, 1_006, 11).offsetNanos()).isEqualTo(1_000);
  }
}
