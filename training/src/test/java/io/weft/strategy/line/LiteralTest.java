package io.weft.strategy.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.weft.trials.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sampled")
class LiteralTest {
  @ParameterizedTest
  @CsvSource({
    "0,0",
    "1,1",
    "0.010,0.01",
    "0.000001,0.000001",
    "1e-7,1e-7",
    "2.5e-9,2.5e-9",
    "1e15,1000000000000000",
    "1.25e20,1.25e20",
    "4.9e-324,4.9e-324"
  })
  void numbers_are_written_as_short_as_the_grammar_allows(double value, String text) {
    assertThat(Literal.number(value)).isEqualTo(text);
  }

  @Test
  void a_number_written_is_read_back_as_the_same_number() {
    Trials.forAll(
        draw -> {
          double value = draw.between(0, 9_999_999) * Math.pow(10, draw.between(0, 60) - 40);
          var read = Parser.parse("a(" + Literal.number(value) + ")").getFirst().arguments();
          assertThat(read.getFirst().value())
              .isInstanceOfSatisfying(
                  Written.Numeral.class,
                  numeral -> assertThat(numeral.value().doubleValue()).isEqualTo(value));
        });
  }

  @ParameterizedTest
  @CsvSource({
    "0,0B",
    "1,1B",
    "1023,1023B",
    "1024,1KB",
    "1536,1536B",
    "1572864,1536KB",
    "26214400,25MB",
    "1073741824,1GB",
    "1099511627776,1024GB",
    "9223372036854775807,9223372036854775807B"
  })
  void sizes_are_written_in_the_largest_unit_that_is_exact(long bytes, String text) {
    assertThat(Literal.size(bytes)).isEqualTo(text);
    assertThat(Literal.bytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void numbers_without_a_form_are_refused(double value) {
    assertThatIllegalArgumentException().isThrownBy(() -> Literal.number(value));
  }

  @Test
  void negative_sizes_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Literal.size(-1))
        .withMessage("a size of -1 bytes: it must not be negative");
  }
}
