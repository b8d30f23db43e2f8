package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DealtShardingTest {
  private static final List<int[]> HANDS =
      List.of(
          IntStream.range(0, 23).toArray(), new int[] {30, 31}, IntStream.range(40, 51).toArray());
  private static final Sharding SHARDING = new DealtSharding(new Deal(HANDS), 4, 9);

  private static List<Long> epochOf(int rank, long epoch) {
    var samples = new ArrayList<Long>();
    for (long step = 0; step < SHARDING.steps(); step++) {
      LongStream.of(SHARDING.samplesOf(rank, new Position(epoch, step))).forEach(samples::add);
    }
    return samples;
  }

  @Test
  void an_epoch_lasts_until_the_rank_with_the_most_has_seen_each_sample_once() {
    assertThat(SHARDING.steps()).isEqualTo(6);
    assertThat(epochOf(0, 0))
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 23).boxed().toList());
  }

  @Test
  void ranks_with_fewer_begin_theirs_again_and_get_no_others() {
    assertThat(epochOf(1, 0)).hasSize(12).containsOnly(30L, 31L);
    var third = epochOf(2, 0);
    assertThat(third.subList(0, 11))
        .containsExactlyInAnyOrderElementsOf(third.subList(11, 22))
        .isNotEqualTo(third.subList(11, 22));
  }

  @Test
  void batches_of_a_rank_are_equal_but_for_one_sample() {
    for (long step = 0; step < SHARDING.steps(); step++) {
      assertThat(SHARDING.size(0, step)).isBetween(3, 4);
      assertThat(SHARDING.size(1, step)).isEqualTo(2);
      assertThat(SHARDING.samplesOf(0, new Position(3, step))).hasSize(SHARDING.size(0, step));
    }
  }

  @Test
  void a_rank_counts_by_the_samples_that_it_has() {
    for (long step = 0; step < SHARDING.steps(); step++) {
      assertThat(SHARDING.weight(0, step)).isCloseTo(23.0 / 36, within(1e-12));
      assertThat(SHARDING.weight(1, step)).isCloseTo(2.0 / 36, within(1e-12));
      assertThat(SHARDING.weight(2, step)).isCloseTo(11.0 / 36, within(1e-12));
    }
    assertThat(SHARDING.share(2)).isCloseTo(11.0 / 36, within(1e-12));
  }

  @Test
  void a_position_is_found_again() {
    var at = Position.START;
    for (int step = 0; step < 14; step++) {
      assertThat(SHARDING.at(at.epoch(), SHARDING.before(at))).isEqualTo(at);
      at = SHARDING.after(at);
    }
    assertThat(at).isEqualTo(new Position(2, 2));
  }

  @Test
  void every_epoch_has_an_order_of_its_own() {
    assertThat(epochOf(0, 1)).isNotEqualTo(epochOf(0, 0));
  }
}
