package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weft.collective.World;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class SameDataTest {
  private static final int RANKS = 3;
  private static final SyntheticImages.Size SIZE = new SyntheticImages.Size(1, 4, 4);

  /** What each rank is told. */
  private static Iterable<String> told(IntFunction<Dataset> data) {
    var told = new ConcurrentLinkedQueue<String>();
    World.spawn(
        RANKS,
        communicator -> {
          var own = data.apply(communicator.rank());
          var refusal = catchThrowable(() -> SameData.check(communicator, own));
          told.add(refusal == null ? "fine" : refusal.getMessage());
        });
    return told;
  }

  @Test
  void the_same_data_is_fine() {
    assertThat(told(_ -> new SyntheticImages(100, SIZE, 10, 7)))
        .hasSize(RANKS)
        .containsOnly("fine");
  }

  @Test
  void a_rank_with_fewer_samples_is_named_on_all_ranks() {
    assertThat(told(rank -> new SyntheticImages(rank == 2 ? 99 : 100, SIZE, 10, 7)))
        .hasSize(RANKS)
        .containsOnly(
            "rank 2 learns from other data than rank 0: 99 samples and not 100;"
                + " give all ranks the same files");
  }

  @Test
  void so_is_a_rank_with_other_samples() {
    assertThat(told(rank -> new SyntheticImages(100, SIZE, 10, rank == 1 ? 8 : 7)))
        .hasSize(RANKS)
        .containsOnly(
            "rank 1 learns from other data than rank 0: as many samples, but not the same;"
                + " give all ranks the same files");
  }
}
