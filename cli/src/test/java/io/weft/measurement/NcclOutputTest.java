package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NcclOutputTest {
  private static final String ROW = "  1024   256  float  sum  -1  20.0  0.05  0.05  0";

  private static NcclOutput parse(String... rows) {
    var ranks =
        Stream.of(
            "#  Rank  0 Group  0 Pid   4711 on  node1 device  0 [0x0f] GPU",
            "#  Rank  1 Group  0 Pid   4712 on  node2 device  0 [0x0f] GPU");
    return NcclOutput.parse("nccl.txt", Stream.concat(ranks, Stream.of(rows)).toList());
  }

  @Test
  void two_sizes_make_a_link() {
    var output = parse(ROW, "  1025024  256256  float  sum  -1  1044.0  1.0  1.0  0");
    assertThat(output.ranks()).isEqualTo(2);
    assertThat(output.fit().link().gigabytesPerSecond()).isCloseTo(1, within(0.01));
  }

  /** The line through them would have any slope. */
  @Test
  void one_size_twice_and_what_takes_no_time_are_no_sizes() {
    for (var other : List.of(ROW, "  2048  512  float  sum  -1  0.00  0.05  0.05  0")) {
      assertThatThrownBy(() -> parse(ROW, other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("nccl.txt names 2 ranks and has 1 sizes");
    }
  }
}
