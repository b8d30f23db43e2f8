package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.engine.DjlModel;
import io.weft.engine.zoo.Models;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextSampleTest {
  @Test
  void a_model_writes_what_can_be_printed_and_the_same_by_the_same_seed() {
    try (var model = (DjlModel) Models.open("gpt-nano", 1)) {
      var how = new TextSample(16, 0.8);
      String text = how.write(model, "public ", 30, new SplittableRandom(5));
      assertThat(text).startsWith("public ").hasSize(37).matches("(?s)[ -~\\n·]*");
      assertThat(how.write(model, "public ", 30, new SplittableRandom(5))).isEqualTo(text);
      assertThat(how.write(model, "public ", 30, new SplittableRandom(6))).isNotEqualTo(text);
    }
  }

  @Test
  void without_any_heat_the_likeliest_byte_is_taken() {
    try (var model = (DjlModel) Models.open("gpt-nano", 1)) {
      var how = new TextSample(16, 1e-6);
      assertThat(how.write(model, "public ", 10, new SplittableRandom(5)))
          .isEqualTo(how.write(model, "public ", 10, new SplittableRandom(6)));
    }
  }
}
