package io.weft.tensor;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DotKernelsTest {
  @Test
  void vectors_add_up_as_plain_loops_do() {
    forAll(
        draw -> {
          int count = draw.between(0, 200);
          var left = new float[count + 3];
          var right = new float[count + 5];
          double sum = 0;
          for (int i = 0; i < count; i++) {
            left[3 + i] = draw.between(0, 2_000) * 0.37f - 300;
            right[5 + i] = draw.between(0, 2_000) * 0.11f - 100;
            sum += (double) left[3 + i] * right[5 + i];
          }
          float plain = DotKernels.plain().dot(left, 3, right, 5, count);
          assertThat(DotKernels.best().dot(left, 3, right, 5, count)).isEqualTo(plain);
          assertThat((double) plain).isCloseTo(sum, within(count * 0.1));
        });
  }
}
