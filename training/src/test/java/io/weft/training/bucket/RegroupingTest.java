package io.weft.training.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.model.Parameter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RegroupingTest {
  private static final List<Parameter> PARAMETERS =
      List.of(parameter("a", 0), parameter("b", 0), parameter("c", 1), parameter("unused", 2));

  private static Parameter parameter(String name, int stage) {
    return new Parameter(name, List.of(16L), List.of(stage), true);
  }

  /** Passes that complete these, one every so many nanoseconds. */
  private static BackwardProfile profile(AtomicLong clock, long apart, int... order) {
    var profile = new BackwardProfile(clock::get);
    for (int pass = 0; pass < 3; pass++) {
      profile.begin();
      for (int index : order) {
        clock.addAndGet(pass == 0 ? 1000 * apart : apart);
        profile.complete(index);
      }
      profile.end();
    }
    return profile;
  }

  @Test
  void what_the_first_pass_took_does_not_count() {
    var profile = profile(new AtomicLong(5), 7, 2, 0, 1);
    assertThat(profile.order()).containsExactly(2, 0, 1);
    assertThat(profile.meanNanos(2)).isEqualTo(7);
    assertThat(profile.meanNanos(1)).isEqualTo(21);
  }

  @Test
  void rank_0_decides_in_which_order_buckets_are_filled() {
    World.spawn(
        3,
        communicator -> {
          var clock = new AtomicLong();
          var regrouping = new Regrouping(new Grouping.AsReady(128), PARAMETERS, clock::get);
          int[] order = communicator.rank() == 0 ? new int[] {2, 0, 1} : new int[] {1, 2, 0};
          assertThat(next(regrouping, profile(clock, 1, order), communicator))
              .containsExactly(List.of(2, 0), List.of(1, 3));
        });
  }

  @Test
  void gradients_that_come_together_are_merged_and_others_are_not() {
    World.spawn(
        2,
        communicator -> {
          var clock = new AtomicLong();
          // Every look at the clock takes 100 ns, and so does every exchange.
          var regrouping =
              new Regrouping(new Grouping.Merged(), PARAMETERS, () -> clock.getAndAdd(100));
          assertThat(next(regrouping, profile(clock, 60, 2, 0, 1), communicator))
              .containsExactly(List.of(2, 0, 1, 3));
          assertThat(next(regrouping, profile(clock, 5000, 2, 0, 1), communicator))
              .containsExactly(List.of(2), List.of(0), List.of(1, 3));
        });
  }

  private static List<List<Integer>> next(
      Regrouping regrouping, BackwardProfile profile, Communicator communicator) {
    var first = regrouping.grouping().first(regrouping.parameters());
    return regrouping.next(first, profile, communicator, communicator).buckets();
  }
}
