package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NoiseTest {
  private static final String INCUBATOR = "WARNING: Using incubator modules: jdk.incubator.vector";

  @Test
  void the_warning_of_the_jvm_about_our_module_is_noise() {
    assertThat(Noise.is(RankStream.ERR, INCUBATOR)).isTrue();
    assertThat(Noise.is(RankStream.OUT, INCUBATOR)).isFalse();
    assertThat(Noise.is(RankStream.ERR, INCUBATOR + ", jdk.incubator.other")).isFalse();
  }

  @Test
  void so_is_that_of_pytorch_about_a_name_that_others_use() {
    var line =
        "[W1119 11:25:08.740521667 LegacyTypeDispatch.h:74] Warning: AutoNonVariableTypeMode is"
            + " deprecated and will be removed in 1.10 release. For kernel implementations please";
    assertThat(Noise.is(RankStream.ERR, line)).isTrue();
    assertThat(Noise.is(RankStream.ERR, "weft: " + line)).isFalse();
  }

  @Test
  void other_warnings_are_not() {
    assertThat(Noise.is(RankStream.ERR, "WARNING: Unknown module: x")).isFalse();
    assertThat(Noise.is(RankStream.ERR, "[W1119 x.h:81] Warning: out of memory")).isFalse();
  }
}
