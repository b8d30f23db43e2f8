package io.weft.collective.program;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class LayoutTest {
  @Test
  void even_chunks_cover_everything_without_gaps_and_differ_by_at_most_one() {
    forAll(
        draw -> {
          long count = draw.between(0, 100_000);
          var layout = Layout.even(count, draw.between(1, 70));
          var lengths = IntStream.range(0, layout.chunkCount()).mapToLong(layout::length);
          var range = lengths.summaryStatistics();
          assertThat(range.getSum()).isEqualTo(count);
          assertThat(range.getMax() - range.getMin()).isLessThanOrEqualTo(1);
          for (int chunk = 1; chunk < layout.chunkCount(); chunk++) {
            assertThat(layout.first(chunk))
                .isEqualTo(layout.first(chunk - 1) + layout.length(chunk - 1));
          }
        });
  }

  @Test
  void blocks_keep_their_lengths_when_they_are_cut() {
    var layout = Layout.blocks(new long[] {5, 0, 3}, 6);
    assertThat(IntStream.range(0, 6).mapToLong(layout::length))
        .containsExactly(3L, 2L, 0L, 0L, 2L, 1L);
    assertThat(layout.total()).isEqualTo(8);
  }

  @Test
  void impossible_lengths_are_refused() {
    assertThatThrownBy(() -> Layout.of(3, -1)).hasMessageContaining("chunk 1 has length -1");
    assertThatThrownBy(() -> Layout.bounded(new long[2], new double[1]))
        .hasMessageContaining("2 bounds and 1 expectations");
  }

  @Test
  void topologies_number_hosts_without_gaps() {
    assertThatThrownBy(() -> new Topology(List.of(0, 2)))
        .hasMessageContaining("host 1 has no rank in [0, 2]");
    assertThatThrownBy(() -> new Topology(List.of(0, Integer.MAX_VALUE)))
        .hasMessageContaining("host 1 has no rank in [0, 2147483647]");
    assertThatThrownBy(() -> new Topology(List.of())).hasMessageContaining("one rank");
    assertThatThrownBy(() -> Topology.oneHost(0)).hasMessageContaining("one rank");
    var some = Topology.hosts(3, 2).among(List.of(4, 5, 0));
    assertThat(some).isEqualTo(new Topology(List.of(0, 0, 1)));
  }
}
