package io.weft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NativeWarningTest {
  /** If not, users see a warning again: look what the new library calls the variable. */
  @Test
  void the_library_has_the_variable_in_whose_initializer_it_warns() {
    try (var _ = Torch.open()) {
      assertThat(NativeWarning.silence()).isTrue();
    }
  }
}
