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
  void a_dumb_terminal_gets_none() {
    assertThat(Terminal.wantsColour(Map.of("TERM", "dumb"), true)).isFalse();
  }
}
