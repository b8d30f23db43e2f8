package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.weft.trials.Trials;
import java.util.Arrays;
import java.util.HashSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class ShardingTest {
  @Test
  void a_shuffle_is_a_permutation() {
    Trials.forAll(
        draw -> {
          var shuffle = new Shuffle(draw.between(1, 5000), draw.between(0, 1000));
          var found = LongStream.range(0, shuffle.size()).map(shuffle::at).sorted().toArray();
          assertThat(found).isEqualTo(LongStream.range(0, shuffle.size()).toArray());
        });
  }

  @Test
  void seeds_shuffle_differently_and_far() {
    var one = LongStream.range(0, 10_000).map(new Shuffle(10_000, 1)::at).toArray();
    var two = LongStream.range(0, 10_000).map(new Shuffle(10_000, 2)::at).toArray();
    long equal = IntStream.range(0, one.length).filter(i -> one[i] == two[i]).count();
    assertThat(equal).isLessThan(20);
    double distance =
        IntStream.range(1, one.length)
            .mapToDouble(i -> Math.abs(one[i] - one[i - 1]))
            .average()
            .orElseThrow();
    assertThat(distance).as("a third of the length if random").isBetween(3200.0, 3460.0);
  }

  @Test
  void an_epoch_deals_every_sample_once_but_for_a_rest_too_small_for_all_ranks() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(1, 9);
          var sharding =
              Sharding.of(
                  ranks + draw.between(0, 500), ranks, draw.between(1, 20), draw.between(0, 99));
          var dealt = new HashSet<Long>();
          long count = 0;
          var at = new Position(draw.between(0, 5), 0);
          for (long epoch = at.epoch(); at.epoch() == epoch; at = sharding.after(at)) {
            for (int rank = 0; rank < ranks; rank++) {
              var samples = sharding.samplesOf(rank, at);
              assertThat(samples).hasSize(sharding.size(rank, at.step())).isNotEmpty();
              Arrays.stream(samples).forEach(dealt::add);
              count += samples.length;
            }
          }
          assertThat(dealt).hasSize((int) count);
          assertThat(sharding.samples() - count).isBetween(0L, ranks - 1L);
          assertThat(dealt).allMatch(sample -> sample >= 0 && sample < sharding.samples());
        });
  }

  @Test
  void weights_of_a_step_add_up_to_one() {
    var sharding = Sharding.of(1003, 4, 16, 1);
    for (long step = 0; step < sharding.steps(); step++) {
      long at = step;
      double sum = IntStream.range(0, 4).mapToDouble(rank -> sharding.weight(rank, at)).sum();
      assertThat(sum).isCloseTo(1, within(1e-12));
    }
    assertThat(sharding.size(0, 15)).as("43 left for 4 ranks").isEqualTo(11);
    assertThat(sharding.size(3, 15)).isEqualTo(10);
  }

  @Test
  void every_epoch_has_an_order_of_its_own_and_always_the_same() {
    var sharding = Sharding.of(1000, 2, 100, 7);
    var first = sharding.samplesOf(0, new Position(0, 0));
    assertThat(sharding.samplesOf(0, new Position(0, 0))).isEqualTo(first);
    assertThat(sharding.samplesOf(0, new Position(1, 0))).isNotEqualTo(first);
    assertThat(Sharding.of(1000, 2, 100, 8).samplesOf(0, new Position(0, 0))).isNotEqualTo(first);
  }

  @Test
  void fewer_samples_than_ranks_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sharding.of(3, 4, 1, 0))
        .withMessage("3 samples are not enough for 4 ranks: give more data or take fewer ranks");
    assertThat(Sharding.of(4, 4, 1, 0).steps()).isEqualTo(1);
  }

  @Test
  void a_position_is_found_again_and_with_other_ranks_none_is_left_out() {
    Trials.forAll(
        draw -> {
          int samples = draw.between(40, 2000);
          var one = Sharding.of(samples, draw.between(1, 9), draw.between(1, 9), 1);
          var other = Sharding.of(samples, draw.between(1, 9), draw.between(1, 9), 1);
          for (long step = 0; step < one.steps(); step++) {
            var position = new Position(3, step);
            assertThat(one.at(3, one.before(position))).isEqualTo(position);
            var there = other.at(3, one.before(position));
            assertThat(there.epoch() == 4 || other.before(there) <= one.before(position)).isTrue();
          }
          assertThat(one.at(3, samples).epoch()).isEqualTo(4);
        });
  }
}
