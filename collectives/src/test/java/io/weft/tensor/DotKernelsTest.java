package io.weft.tensor;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
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

  @Test
  void rows_are_added_as_plain_loops_do() {
    forAll(
        draw -> {
          int count = draw.between(0, 100);
          int rowCount = draw.between(0, 9);
          var rows = new float[rowCount * count];
          var factors = new float[rowCount + 1];
          for (int i = 0; i < rows.length; i++) {
            rows[i] = draw.between(0, 2_000) * 0.37f - 300;
          }
          for (int i = 0; i < rowCount; i++) {
            factors[i] = draw.between(0, 2_000) * 0.11f - 100;
          }
          var due = new float[count + 7];
          Arrays.fill(due, 0.3f);
          var found = due.clone();
          DotKernels.best().addRows(factors, rowCount, rows, found, 5, count);
          for (int row = 0; row < rowCount; row++) {
            for (int i = 0; i < count; i++) {
              due[5 + i] += factors[row] * rows[row * count + i];
            }
          }
          assertThat(found).isEqualTo(due);
        });
  }
}
