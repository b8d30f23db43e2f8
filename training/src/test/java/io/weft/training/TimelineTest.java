package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.Task;
import io.weft.trace.Lane;
import io.weft.trace.Overlap;
import io.weft.trace.Span;
import io.weft.trials.Trials;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class TimelineTest {
  private static final Offset<Double> NANO = Offset.offset(1e-12);
  private static final Node FORWARD = Node.of(new Task.Forward(0, 0));
  private static final Node BACKWARD = Node.of(new Task.Backward(0, 0));
  private static final Task.Transfer SUM = new Task.Transfer(0, Phase.ALL_REDUCE_GRADIENTS);
  private static final Node UPDATE = Node.of(new Task.Update(0, 0, Extent.WHOLE));

  private final Timeline timeline = new Timeline(3, 4);

  /** 10 forward, 20 backward, an exchange of 25 of which the last 15 are waited for, 5 update. */
  private void round(long round, long start) {
    timeline.ran(FORWARD, round, start, start + 10);
    timeline.ran(BACKWARD, round, start + 10, start + 30);
    timeline.began(SUM, round, start + 20);
    timeline.ran(Node.of(SUM), round, start + 20, start + 45);
    timeline.waited(SUM, round, start + 30, start + 45);
    timeline.ran(UPDATE, round, start + 45, start + 50);
    timeline.performed(round, true, start, start + 50);
  }

  private RoundTimes look() {
    return timeline.look(Map.of());
  }

  @Test
  void idle_is_the_time_in_which_the_compute_lane_was_not_busy() {
    round(0, 0);
    round(1, 100);
    var times = look();
    assertThat(times.rounds()).isEqualTo(2);
    assertThat(times.seconds()).isEqualTo(50e-9, NANO);
    assertThat(times.busySeconds()).isEqualTo(35e-9, NANO);
    assertThat(times.idleSeconds()).isEqualTo(15e-9, NANO);
  }

  @Test
  void the_overlap_of_a_round_is_the_sum_of_all_rounds_since_the_last_look_by_their_number() {
    round(0, 0);
    round(1, 100);
    round(2, 200);
    var first = look();
    assertThat(first.wholeRounds()).isEqualTo(2);
    assertThat(first.overlap()).isEqualTo(new Overlap(25, 0, 15));
    round(3, 300);
    assertThat(timeline.look(Map.of(new Passage(SUM, 2), 238L)).overlap())
        .isEqualTo(new Overlap(25, 8, 7));
    assertThat(look().overlap()).isEqualTo(Overlap.NONE);
  }

  @Test
  void a_round_is_whole_when_the_next_one_computes() {
    timeline.ran(FORWARD, 0, 0, 30);
    timeline.began(SUM, 0, 10);
    timeline.performed(0, true, 0, 35);
    assertThat(look().wholeRounds()).isZero();
    timeline.ran(Node.of(SUM), 0, 10, 60);
    timeline.ran(FORWARD, 1, 60, 100);
    timeline.performed(1, true, 60, 100);
    assertThat(look().overlap()).isEqualTo(new Overlap(50, 0, 30));
  }

  @Test
  void what_nothing_follows_counts_to_its_end() {
    timeline.ran(FORWARD, 0, 0, 30);
    timeline.began(SUM, 0, 30);
    timeline.ran(Node.of(SUM), 0, 30, 70);
    timeline.performed(0, false, 0, 72);
    assertThat(look().overlap()).isEqualTo(new Overlap(40, 0, 40));
  }

  @Test
  void agreements_are_no_exchanges() {
    var agree = new Task.Agree("finite", List.of(), Extent.WHOLE);
    timeline.ran(FORWARD, 0, 0, 30);
    timeline.began(agree, 0, 30);
    timeline.ran(Node.of(agree), 0, 30, 70);
    timeline.performed(0, false, 0, 72);
    assertThat(look().overlap()).isEqualTo(Overlap.NONE);
  }

  @Test
  void of_a_run_that_nobody_looks_at_only_the_latest_rounds_are_remembered() {
    for (long round = 0; round < 10L * Tracks.ROUNDS_KEPT; round++) {
      round(round, round * 100);
    }
    assertThat(timeline.firstLookedAt()).isGreaterThan(8L * Tracks.ROUNDS_KEPT - 10);
    assertThat(timeline.begun(new Passage(SUM, 0))).isEmpty();
    assertThat(look().overlap()).isEqualTo(new Overlap(25, 0, 15));
  }

  @Test
  void what_the_host_does_beside_the_compute_lane_is_not_busy_time_of_it() {
    timeline.ran(UPDATE.on(Resource.HOST), 0, 0, 30);
    timeline.ran(FORWARD, 0, 10, 20);
    timeline.performed(0, true, 0, 30);
    assertThat(look().busySeconds()).isEqualTo(10e-9, NANO);
  }

  @Test
  void a_look_begins_a_new_average() {
    round(0, 0);
    var _ = look();
    timeline.ran(FORWARD, 1, 100, 104);
    timeline.performed(1, true, 100, 104);
    assertThat(look()).isEqualTo(new RoundTimes(1, 4e-9, 4e-9, 1, new Overlap(25, 0, 15)));
  }

  @Test
  void nothing_is_kept_unless_asked_for_and_then_only_the_latest_rounds() {
    round(0, 0);
    assertThat(timeline.spans(0, Map.of())).isEmpty();
    timeline.keep(2);
    for (long round = 1; round <= 4; round++) {
      round(round, round * 100);
    }
    assertThat(timeline.earliest()).isEqualTo(300);
    var late = Map.of(new Passage(SUM, 3L), 335L);
    var spans = timeline.spans(300, late);
    assertThat(spans)
        .hasSize(13)
        .isSortedAccordingTo((a, b) -> Long.compare(a.startNanos(), b.startNanos()));
    assertThat(spans.stream().limit(7).map(Span::lane))
        .containsExactly(
            Lane.FORWARD,
            Lane.BACKWARD,
            Lane.EXCHANGE,
            Lane.WAIT,
            Lane.PAUSE,
            Lane.PAUSE,
            Lane.UPDATE);
    assertThat(spans.stream().filter(it -> it.lane() == Lane.PAUSE).map(Span::name))
        .containsExactly("waiting", "exposed", "exposed");
    assertThat(spans).allMatch(span -> span.rank() == 3);
    assertThat(spans.get(3).endNanos()).isEqualTo(45);
  }

  @Test
  void a_trace_ends_with_the_last_exchange_as_the_table_does() {
    timeline.keep(9);
    timeline.ran(FORWARD, 0, 0, 30);
    timeline.began(SUM, 0, 20);
    timeline.ran(Node.of(SUM), 0, 20, 70);
    timeline.performed(0, false, 0, 72);
    assertThat(pauses(timeline, 0)).isEqualTo(40);
    assertThat(look().overlap()).isEqualTo(new Overlap(50, 0, 40));
  }

  @Test
  void a_bucket_of_a_step_that_is_not_shown_pauses_one_that_is() {
    timeline.keep(1);
    timeline.ran(FORWARD, 0, 0, 10);
    timeline.began(SUM, 0, 10);
    timeline.performed(0, true, 0, 12);
    timeline.ran(FORWARD, 1, 20, 30);
    timeline.ran(Node.of(SUM), 0, 10, 50);
    timeline.ran(UPDATE, 1, 50, 60);
    timeline.performed(1, true, 20, 60);
    assertThat(timeline.spans(timeline.earliest(), Map.of()))
        .extracting(Span::lane)
        .containsExactly(Lane.FORWARD, Lane.PAUSE, Lane.UPDATE);
    assertThat(pauses(timeline, timeline.earliest())).isEqualTo(20);
  }

  @Test
  void a_rank_alone_has_no_pauses_in_its_trace_either() {
    var alone = new Timeline(0, 1);
    alone.keep(9);
    alone.ran(FORWARD, 0, 0, 30);
    alone.began(SUM, 0, 30);
    alone.ran(Node.of(SUM), 0, 30, 70);
    alone.performed(0, false, 0, 72);
    assertThat(alone.spans(0, Map.of()))
        .extracting(Span::lane)
        .containsExactly(Lane.FORWARD, Lane.EXCHANGE);
    assertThat(alone.look(Map.of()).overlap()).isEqualTo(Overlap.NONE);
  }

  @Test
  void what_a_trace_shows_adds_up_to_what_the_table_says() {
    Trials.forAll(
        draw -> {
          var drawn = new Timeline(0, 2);
          drawn.keep(100);
          int rounds = draw.between(1, 20);
          long now = 0;
          long travels = 0;
          for (int round = 0; round < rounds; round++) {
            long start = now + draw.between(0, 30);
            now = start + draw.between(1, 40);
            drawn.ran(FORWARD, round, start, now);
            long from = Math.max(travels, now - draw.between(0, 20));
            drawn.began(SUM, round, from);
            travels = from + draw.between(1, 60);
            drawn.ran(Node.of(SUM), round, from, travels);
            boolean more = round < rounds - 1;
            drawn.performed(round, more, start, more ? now : Math.max(now, travels));
          }
          long shown = pauses(drawn, 0);
          var overlap = drawn.look(Map.of()).overlap().times(rounds);
          assertThat((double) shown)
              .isCloseTo(overlap.waitingNanos() + overlap.exposedNanos(), Offset.offset(1e-6));
        });
  }

  @Test
  void what_a_line_says_of_each_step_is_what_the_trace_shows_of_the_step_before() {
    int rounds = 5;
    timeline.keep(rounds);
    double[] said = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long start = round * 100;
      timeline.ran(FORWARD, round, start, start + 40);
      timeline.began(SUM, round, start + 30);
      timeline.performed(round, round < rounds - 1, start, start + 40);
      var times = look();
      assertThat(times.wholeRounds()).isEqualTo(round == 0 ? 0 : round < rounds - 1 ? 1 : 2);
      said[round] = times.overlap().exposedSeconds() * 1e9;
      timeline.ran(Node.of(SUM), round, start + 30, start + 50 + round);
      timeline.ran(UPDATE, round, start + 50 + round, start + 60);
    }
    assertThat(said).containsExactly(new double[] {0, 10, 11, 12, 13.0 / 2}, NANO);
  }

  private static long pauses(Timeline timeline, long zero) {
    return timeline.spans(zero, Map.of()).stream()
        .filter(it -> it.lane() == Lane.PAUSE)
        .mapToLong(it -> it.endNanos() - it.startNanos())
        .sum();
  }
}
