package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndingTest {
  @ParameterizedTest
  @CsvSource({
    "0, ended with exit code 0",
    "3, ended with exit code 3",
    "128, ended with exit code 128",
    "137, was ended by SIGKILL (exit code 137)",
    "143, was ended by SIGTERM (exit code 143)",
    "135, was ended by signal 7 (exit code 135)",
    "192, was ended by signal 64 (exit code 192)",
    "193, ended with exit code 193",
    "255, ended with exit code 255"
  })
  void a_code_above_128_is_a_signal(int exitCode, String words) {
    assertThat(new Ending(exitCode)).hasToString(words);
  }
}
