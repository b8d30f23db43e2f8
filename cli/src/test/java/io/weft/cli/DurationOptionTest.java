package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationOptionTest {
  @ParameterizedTest
  @CsvSource({"100us, PT0.0001S", "500ms, PT0.5S", "30s, PT30S", "5m, PT5M", "2h, PT2H"})
  void a_number_and_a_unit_are_a_time(String written, Duration duration) {
    assertThat(DurationOption.parse(written)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "30 s", "s", "-1s", "1.5s", "1d", "99999999999s"})
  void anything_else_is_answered_with_the_way_to_write_it(String written) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DurationOption.parse(written))
        .withMessage(
            "'%s' is not a time: write a whole number and us, ms, s, m or h, as in 30s", written);
  }
}
