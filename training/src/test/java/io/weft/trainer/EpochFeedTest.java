package io.weft.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weft.data.Position;
import io.weft.data.Sharding;
import io.weft.data.SyntheticImages;
import org.junit.jupiter.api.Test;

class EpochFeedTest {
  @Test
  void weights_of_all_ranks_and_micro_steps_add_up_to_one_at_the_end_of_an_epoch_too() {
    var data = new SyntheticImages(23, new SyntheticImages.Size(1, 1, 2), 3, 1);
    var sharding = Sharding.of(data.samples(), 2, 3, 1);
    try (var zero = new EpochFeed(data, sharding, 0, 3, Position.START);
        var one = new EpochFeed(data, sharding, 1, 3, Position.START)) {
      for (long step = 0; step < 5; step++) {
        var next = zero.stride(step + 1).after();
        double sum = 0;
        for (int micro = 0; micro < 3; micro++) {
          sum += zero.next(step, micro).weight() + one.next(step, micro).weight();
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
        assertThat(zero.position()).isEqualTo(next);
      }
      // 4 micro-steps make an epoch, so 15 of them end before the last of the fourth.
      assertThat(zero.position()).isEqualTo(new Position(3, 3));
    }
  }
}
