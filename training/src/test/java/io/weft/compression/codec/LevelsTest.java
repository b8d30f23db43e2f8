package io.weft.compression.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LevelsTest {
  @Test
  void codes_are_as_short_as_can_be() {
    assertThat(new Levels(1, 2).bits()).as("signs").isEqualTo(1);
    assertThat(new Levels(1, 2).of(4).bits()).as("-4, -2, 0, 2, 4").isEqualTo(3);
    assertThat(new Levels(1, 2).of(3).bits()).as("-3, -1, 1, 3").isEqualTo(2);
    assertThat(new Levels(1, 1).bits()).as("-1, 0, 1").isEqualTo(2);
    assertThat(new Levels(127, 1).bits()).isEqualTo(8);
    assertThat(new Levels(1, 2).bytes(9)).isEqualTo(2);
  }

  @Test
  void every_level_comes_back() {
    for (var levels : new Levels[] {new Levels(7, 1), new Levels(1, 2).of(5)}) {
      for (int level = -levels.most(); level <= levels.most(); level += levels.spacing()) {
        assertThat(levels.level(levels.code(level), "sign")).isEqualTo(level);
      }
    }
  }

  @Test
  void codes_that_nobody_writes_are_refused() {
    assertThatThrownBy(() -> new Levels(1, 1).level(3, "terngrad"))
        .isInstanceOf(MalformedPayloadException.class)
        .hasMessageContaining("has the level 2, above 1");
    assertThatThrownBy(() -> new Levels(0, 1)).hasMessageContaining("levels up to 0, 1 apart");
  }
}
