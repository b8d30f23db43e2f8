package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.Task;
import io.weft.trace.Lane;
import io.weft.trace.Span;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final Offset<Double> NANO = Offset.offset(1e-12);
  private static final Node FORWARD = Node.of(new Task.Forward(0, 0));
  private static final Node BACKWARD = Node.of(new Task.Backward(0, 0));
  private static final Task.Transfer SUM = new Task.Transfer(0, Phase.ALL_REDUCE_GRADIENTS);
  private static final Node UPDATE = Node.of(new Task.Update(0, 0, Extent.WHOLE));

  private final Timeline timeline = new Timeline(3);

  /** 10 forward, 20 backward, an exchange of 25 of which the last 15 are waited for, 5 update. */
  private void round(long round, long start) {
    timeline.ran(FORWARD, round, start, start + 10);
    timeline.ran(BACKWARD, round, start + 10, start + 30);
    timeline.ran(Node.of(SUM), round, start + 20, start + 45);
    timeline.waited(SUM, round, start + 30, start + 45);
    timeline.ran(UPDATE, round, start + 45, start + 50);
    timeline.performed(round, 50);
  }

  @Test
  void exposed_is_the_time_in_which_the_compute_lane_was_not_busy() {
    round(0, 0);
    round(1, 100);
    var times = timeline.look();
    assertThat(times.seconds()).isEqualTo(50e-9, NANO);
    assertThat(times.busySeconds()).isEqualTo(35e-9, NANO);
    assertThat(times.exposedSeconds()).isEqualTo(15e-9, NANO);
  }

  @Test
  void hidden_is_what_is_not_exposed_of_the_time_that_exchanges_take_alone() {
    assertThat(new RoundTimes(50, 35, 25).hidden()).isEqualTo(0.4, NANO);
    assertThat(new RoundTimes(50, 50, 25).hidden()).isEqualTo(1);
    assertThat(new RoundTimes(60, 35, 25).hidden()).isEqualTo(0);
    assertThat(new RoundTimes(70, 30, 20).hidden()).isZero();
    assertThat(new RoundTimes(50, 50, 0).hidden()).isEqualTo(1);
  }

  @Test
  void what_the_host_does_beside_the_compute_lane_is_not_busy_time_of_it() {
    timeline.ran(UPDATE.on(Resource.HOST), 0, 0, 30);
    timeline.ran(FORWARD, 0, 10, 20);
    timeline.performed(0, 30);
    assertThat(timeline.look().busySeconds()).isEqualTo(10e-9, NANO);
  }

  @Test
  void a_look_begins_a_new_average() {
    round(0, 0);
    timeline.look();
    timeline.ran(FORWARD, 1, 100, 104);
    timeline.performed(1, 4);
    assertThat(timeline.look()).isEqualTo(new RoundTimes(4e-9, 4e-9, 0));
  }

  @Test
  void nothing_is_kept_unless_asked_for_and_then_only_the_latest_rounds() {
    round(0, 0);
    assertThat(timeline.spans(0)).isEmpty();
    timeline.keep(2);
    for (long round = 1; round <= 4; round++) {
      round(round, round * 100);
    }
    assertThat(timeline.earliest()).isEqualTo(300);
    var spans = timeline.spans(300);
    assertThat(spans)
        .hasSize(10)
        .isSortedAccordingTo((a, b) -> Long.compare(a.startNanos(), b.startNanos()));
    assertThat(spans.stream().limit(5).map(Span::lane))
        .containsExactly(Lane.FORWARD, Lane.BACKWARD, Lane.EXCHANGE, Lane.WAIT, Lane.UPDATE);
    assertThat(spans).allMatch(span -> span.rank() == 3);
    assertThat(spans.get(3).endNanos()).isEqualTo(45);
  }
}
