package io.weft.compression.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class SumsTest {
  @Test
  void a_sample_is_the_first_line_of_each_few() {
    var numbers = new float[100_003];
    long due = 0;
    double sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      boolean taken = i / 16 % 4 == 0;
      numbers[i] = taken ? i % 7 : 1e6f;
      due += taken ? 1 : 0;
      sum += taken ? i % 7 : 0;
    }
    var sums = new Sums();
    assertThat(sums.sample(MemorySegment.ofArray(numbers), 4)).isEqualTo(due);
    assertThat(sums.sum()).isEqualTo(sum);
  }

  @Test
  void a_sample_of_all_is_all() {
    var numbers = Numbers.normal(1, 5_000);
    var sampled = new Sums();
    var measured = new Sums();
    assertThat(sampled.sample(MemorySegment.ofArray(numbers), 1)).isEqualTo(5_000);
    measured.measure(MemorySegment.ofArray(numbers));
    assertThat(sampled.sumOfSquares()).isEqualTo(measured.sumOfSquares());
    assertThat(sampled.sum()).isEqualTo(measured.sum());
  }
}
