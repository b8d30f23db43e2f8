package io.weft.training.round;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Task;
import org.junit.jupiter.api.Test;

class ItemTest {
  private static Item item(long round) {
    return new Item(Node.of(new Task.Forward(0, 0)), round, 0);
  }

  @Test
  void one_that_is_done_names_its_followers_once_and_holds_on_to_nobody() {
    var first = item(0);
    var second = item(1);
    second.after(first);
    second.cause = first;
    assertThat(first.holdsOthers()).isTrue();
    assertThat(second.holdsOthers()).isTrue();
    assertThat(first.finish()).containsExactly(second);
    assertThat(second.finish()).isEmpty();
    assertThat(first.holdsOthers()).isFalse();
    assertThat(second.holdsOthers()).isFalse();
  }

  @Test
  void nobody_waits_for_one_that_is_done() {
    var first = item(0);
    first.finish();
    var second = item(1);
    second.after(first);
    assertThat(second.missing).isZero();
  }
}
