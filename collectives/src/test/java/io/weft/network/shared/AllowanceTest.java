package io.weft.network.shared;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class AllowanceTest {
  private static final long MEGABYTE = 1 << 20;

  @Test
  void is_a_full_portion_where_there_is_plenty() throws Exception {
    assertThat(Allowance.of(8192 * MEGABYTE, 8).portionBytes()).isEqualTo(4 * MEGABYTE);
  }

  @Test
  void shrinks_with_the_64_megabytes_that_containers_have() throws Exception {
    assertThat(Allowance.of(63 * MEGABYTE, 4).portionBytes()).isEqualTo(64 << 10);
  }

  @Test
  void is_refused_where_copies_would_be_tiny() {
    assertThatThrownBy(() -> Allowance.of(31 * MEGABYTE, 8))
        .hasMessage("32505856 bytes are free and 33554432 are needed");
  }

  @Test
  void copies_of_all_ranks_take_half_of_what_is_free_at_most() {
    forAll(
        draw -> {
          int ranks = draw.between(1, 64);
          long free = draw.between(4, 4000) * MEGABYTE * ranks;
          assertThat(allowance(free, ranks).byteCount(ranks)).isLessThanOrEqualTo(free / 2);
        });
  }

  private static Allowance allowance(long free, int ranks) {
    try {
      return Allowance.of(free, ranks);
    } catch (IOException e) {
      throw new AssertionError("4 MB for each rank are enough", e);
    }
  }
}
