package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
  @Test
  void a_screen_gets_colours() {
    assertThat(Terminal.wantsColour(Map.of(), true)).isTrue();
  }

  @Test
  void a_pipe_gets_none() {
    assertThat(Terminal.wantsColour(Map.of(), false)).isFalse();
  }

  @Test
  void a_user_can_refuse_them() {
    assertThat(Terminal.wantsColour(Map.of("NO_COLOR", "1"), true)).isFalse();
    assertThat(Terminal.wantsColour(Map.of("NO_COLOR", ""), true)).isTrue();
  }

  @Test
  void lines_are_as_wide_as_the_screen_or_as_the_user_says() {
    assertThat(Terminal.columns(Map.of(), 80)).isEqualTo(80);
    assertThat(Terminal.columns(Map.of("COLUMNS", "100"), 80)).isEqualTo(100);
    assertThat(Terminal.columns(Map.of("COLUMNS", "wide"), 80)).isEqualTo(80);
    assertThat(Terminal.columns(Map.of("COLUMNS", "3"), 80)).isEqualTo(40);
  }

  @Test
  void a_pipe_has_no_width() {
    assertThat(Terminal.columns(Map.of(), 0)).isZero();
  }

  @Test
  void a_dumb_terminal_gets_none() {
    assertThat(Terminal.wantsColour(Map.of("TERM", "dumb"), true)).isFalse();
  }
}
