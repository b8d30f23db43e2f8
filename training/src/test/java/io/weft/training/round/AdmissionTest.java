package io.weft.training.round;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Task;
import io.weft.trials.Trials;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class AdmissionTest {
  private static final long BYTES = 4;

  private static Item item(int place) {
    var task = new Task.Transfer(place, Phase.ALL_REDUCE_GRADIENTS);
    return new Item(Node.of(task), 0, place);
  }

  private static Admission<Item> admission(long credit) {
    return new Admission<>(credit, _ -> BYTES);
  }

  private static Admission<Item> admission(long credit, int most) {
    return new Admission<>(credit, _ -> BYTES, most);
  }

  @Test
  void no_more_are_under_way_than_there_is_room_for_but_the_most_urgent() {
    var admission = admission(100 * BYTES, 2);
    var items = items(5);
    items.forEach(admission::expect);
    assertThat(admission.ready(items.get(3))).containsExactly(items.get(3));
    assertThat(admission.ready(items.get(4))).containsExactly(items.get(4));
    assertThat(admission.ready(items.get(1))).isEmpty();
    assertThat(admission.ready(items.get(0))).containsExactly(items.get(0));
    assertThat(admission.done(items.get(0))).containsExactly(items.get(1));
  }

  @Test
  void starts_no_more_of_equal_urgency_than_the_credit_allows() {
    var admission = admission(2 * BYTES);
    var items = IntStream.range(0, 4).mapToObj(AdmissionTest::item).toList();
    assertThat(admission.ready(items.get(0))).containsExactly(items.get(0));
    assertThat(admission.ready(items.get(1))).containsExactly(items.get(1));
    assertThat(admission.ready(items.get(3))).isEmpty();
    assertThat(admission.ready(items.get(2))).isEmpty();
    assertThat(admission.done(items.get(0))).containsExactly(items.get(2));
    assertThat(admission.done(items.get(1))).containsExactly(items.get(3));
  }

  @Test
  void what_is_more_urgent_than_all_under_way_starts_at_once() {
    var admission = admission(BYTES);
    var late = item(7);
    var urgent = item(3);
    assertThat(admission.ready(late)).containsExactly(late);
    assertThat(admission.ready(urgent)).containsExactly(urgent);
    assertThat(admission.ready(item(5))).isEmpty();
  }

  @Test
  void one_that_is_larger_than_the_credit_starts_alone() {
    var admission = admission(BYTES / 2);
    var first = item(0);
    var second = item(1);
    assertThat(admission.ready(first)).containsExactly(first);
    assertThat(admission.ready(second)).isEmpty();
    assertThat(admission.done(first)).containsExactly(second);
  }

  /** An exchange ends only when both have started it, and each may become ready at any time. */
  @Test
  void two_ranks_with_any_orders_of_readiness_never_wait_for_each_other() {
    Trials.forAll(
        draw -> {
          int count = draw.between(1, 12);
          long credit = BYTES * draw.between(1, 3);
          int most = draw.between(1, 4);
          var ranks = List.of(admission(credit, most), admission(credit, most));
          var items = List.of(items(count), items(count));
          for (int rank = 0; rank < 2; rank++) {
            items.get(rank).forEach(ranks.get(rank)::expect);
          }
          var started = List.<Set<Integer>>of(new HashSet<>(), new HashSet<>());
          var events = new ArrayList<int[]>();
          for (int rank = 0; rank < 2; rank++) {
            for (int place = 0; place < count; place++) {
              events.add(draw.between(0, events.size()), new int[] {rank, place});
            }
          }
          int done = 0;
          for (var event : events) {
            int rank = event[0];
            start(ranks.get(rank).ready(items.get(rank).get(event[1])), started.get(rank));
            assertThat(started.get(rank)).hasSizeLessThanOrEqualTo(most + 1);
            done += exchange(ranks, items, started);
          }
          assertThat(done).isEqualTo(count);
        });
  }

  private static List<Item> items(int count) {
    return IntStream.range(0, count).mapToObj(AdmissionTest::item).toList();
  }

  private static void start(List<Item> admitted, Set<Integer> started) {
    admitted.forEach(item -> started.add(item.place));
  }

  /** Ends what both have started, until there is no more. */
  private static int exchange(
      List<Admission<Item>> ranks, List<List<Item>> items, List<Set<Integer>> started) {
    int done = 0;
    for (var both = common(started); !both.isEmpty(); both = common(started)) {
      for (int place : both) {
        done++;
        for (int rank = 0; rank < 2; rank++) {
          started.get(rank).remove(place);
          start(ranks.get(rank).done(items.get(rank).get(place)), started.get(rank));
        }
      }
    }
    return done;
  }

  private static List<Integer> common(List<Set<Integer>> started) {
    return started.get(0).stream().filter(started.get(1)::contains).toList();
  }
}
