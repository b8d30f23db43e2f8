package io.weft.compression.sparsification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.compression.codec.Extent;
import io.weft.compression.codec.Numbers;
import io.weft.compression.lowrank.Cluster;
import io.weft.compression.wrapper.JointErrorFeedback;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

class SketchTest {
  private static final int COUNT = 2_000;
  private static final List<Extent> TENSORS = List.of(new Extent(COUNT, 1));
  private static final Sketch SKETCH = new Sketch(5, 400, new Density(0.01));

  @Test
  void heavy_numbers_of_the_sum_are_found_and_exact() {
    var one = new float[COUNT];
    var two = new float[COUNT];
    for (int i = 0; i < 10; i++) {
      one[i * 190 + 7] = 40 + i;
      two[i * 190 + 7] = 1;
      one[i * 190 + 11] = 90;
      two[i * 190 + 11] = -90;
    }
    try (var arena = Arena.ofConfined()) {
      var decoded = new Cluster(SKETCH, TENSORS, 2, arena).step(0, List.of(one, two));
      assertThat(decoded.get(1)).isEqualTo(decoded.get(0));
      for (int i = 0; i < 10; i++) {
        assertThat(decoded.get(0)[i * 190 + 7]).isEqualTo(41 + i);
        assertThat(decoded.get(0)[i * 190 + 11]).isZero();
      }
    }
  }

  @Test
  void what_was_decoded_and_what_is_left_make_up_the_input() {
    try (var arena = Arena.ofConfined()) {
      var cluster = new Cluster(new JointErrorFeedback(SKETCH), TENSORS, 1, arena);
      var input = Numbers.normal(4, COUNT);
      var decoded = cluster.step(0, List.of(input)).getFirst();
      var residual = Numbers.array(Numbers.residual(cluster.coder(0).state()));
      int sent = 0;
      for (int i = 0; i < COUNT; i++) {
        assertThat(decoded[i] + residual[i]).isEqualTo(input[i]);
        sent += decoded[i] == 0 ? 0 : 1;
      }
      assertThat(sent).isEqualTo(20);
    }
  }

  @Test
  void payloads_follow_the_formula() {
    try (var arena = Arena.ofConfined()) {
      var cluster = new Cluster(SKETCH, TENSORS, 1, arena);
      cluster.step(0, List.of(new float[COUNT]));
      assertThat(cluster.sent()).isEqualTo(5 * 400 + 20);
    }
  }

  @Test
  void an_empty_bucket_and_odd_numbers_do_no_harm() {
    try (var arena = Arena.ofConfined()) {
      var empty = new Cluster(SKETCH, List.of(new Extent(0, 1)), 1, arena);
      assertThat(empty.step(0, List.of(new float[0])).getFirst()).isEmpty();
      for (var odd : Numbers.odd(7)) {
        var few = new Cluster(SKETCH, List.of(new Extent(7, 1)), 1, arena);
        assertThat(few.step(0, List.of(odd)).getFirst()).hasSize(7);
      }
    }
  }

  @Test
  void senseless_sizes_are_refused() {
    assertThatThrownBy(() -> new Sketch(0, 5, new Density(1))).hasMessageContaining("0 rows");
  }
}
