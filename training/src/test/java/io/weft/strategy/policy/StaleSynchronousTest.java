package io.weft.strategy.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.strategy.policy.Action.Apply;
import io.weft.strategy.policy.Action.Discard;
import io.weft.strategy.policy.Action.Hold;
import io.weft.strategy.policy.Action.Proceed;
import io.weft.strategy.policy.Event.Finished;
import io.weft.strategy.policy.Event.Joined;
import io.weft.strategy.policy.Event.Lost;
import io.weft.strategy.policy.Event.TimerExpired;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class StaleSynchronousTest {
  @Test
  void the_faster_of_two_workers_runs_ahead_by_the_staleness_and_then_waits() {
    var workers = Interleaving.of(new StaleSynchronous(1), 2);
    assertThat(workers.finish(0)).containsExactly(new Apply(0, 0, 1), new Proceed(0, 1));
    assertThat(workers.finish(0)).containsExactly(new Apply(0, 1, 1), new Hold(0, 2));
    assertThat(workers.finish(1))
        .containsExactly(new Apply(1, 0, 1), new Proceed(0, 2), new Proceed(1, 1));
  }

  @Test
  void without_staleness_no_worker_begins_a_step_before_all_have_finished_the_last() {
    Trials.forAll(
        draw -> {
          int count = draw.between(1, 6);
          var workers = Interleaving.of(new StaleSynchronous(0), count);
          for (long step = 0; step < 4; step++) {
            assertThat(workers.running).hasSize(count).doesNotContainValue(step + 1);
            for (int finished = 1; finished <= count; finished++) {
              finishAny(workers, draw);
              assertThat(workers.held).hasSize(finished % count);
            }
          }
        });
  }

  @Test
  void no_worker_runs_further_ahead_than_the_staleness() {
    Trials.forAll(
        draw -> {
          int staleness = draw.between(0, 4);
          var workers = Interleaving.of(new StaleSynchronous(staleness), draw.between(1, 7));
          for (int i = 0; i < 60; i++) {
            disturb(workers, draw);
            assertThat(workers.running.values())
                .allMatch(step -> step - workers.slowest() <= staleness);
          }
        });
  }

  @Test
  void the_slowest_worker_is_never_held_and_nobody_who_may_run_is() {
    Trials.forAll(
        draw -> {
          int staleness = draw.between(0, 4);
          var workers = Interleaving.of(new StaleSynchronous(staleness), draw.between(1, 7));
          for (int i = 0; i < 60; i++) {
            disturb(workers, draw);
            assertThat(workers.held.values())
                .allMatch(step -> step - workers.slowest() > staleness);
          }
        });
  }

  @Test
  void no_worker_is_held_for_ever() {
    Trials.forAll(
        draw -> {
          int staleness = draw.between(0, 4);
          var workers = Interleaving.of(new StaleSynchronous(staleness), draw.between(1, 7));
          for (int i = 0; i < 30; i++) {
            disturb(workers, draw);
          }
          assertThat(workers.held.isEmpty() || !workers.running.isEmpty()).isTrue();
          var waiting = Map.copyOf(workers.held);
          // Clocks lie at most s + 1 apart, so after s + 2 steps each the slowest has moved.
          int enough = (workers.running.size() + workers.held.size()) * (staleness + 2);
          for (int i = 0; i < enough; i++) {
            finishAny(workers, draw);
          }
          assertThat(waiting.entrySet()).noneMatch(workers.held.entrySet()::contains);
        });
  }

  @Test
  void every_gradient_is_applied_once() {
    Trials.forAll(
        draw -> {
          var workers = Interleaving.of(new StaleSynchronous(2), draw.between(1, 5));
          for (int i = 0; i < 40; i++) {
            finishAny(workers, draw);
          }
          assertThat(workers.actions)
              .filteredOn(Apply.class::isInstance)
              .hasSize(40)
              .doesNotHaveDuplicates();
        });
  }

  @Test
  void the_same_events_and_seed_give_the_same_actions() {
    Trials.forAll(
        draw -> {
          int count = draw.between(1, 5);
          var order = new ArrayList<Integer>();
          var first = Interleaving.of(new StaleSynchronous(2), count);
          for (int i = 0; i < 40; i++) {
            order.add(finishAny(first, draw));
          }
          var second = Interleaving.of(new StaleSynchronous(2), count);
          order.forEach(second::finish);
          assertThat(second.actions).isEqualTo(first.actions);
        });
  }

  @Test
  void a_lost_worker_is_no_longer_waited_for() {
    var workers = Interleaving.of(new StaleSynchronous(0), 2);
    workers.finish(0);
    assertThat(workers.lose(1)).containsExactly(new Proceed(0, 1));
  }

  @Test
  void a_worker_that_joins_begins_where_the_slowest_is() {
    var workers = Interleaving.of(new StaleSynchronous(3), 1);
    workers.finish(0);
    workers.finish(0);
    workers.join(1);
    assertThat(workers.running).containsEntry(1, 2L);
  }

  @Test
  void steps_go_on_after_all_workers_were_lost() {
    var workers = Interleaving.of(new StaleSynchronous(3), 2);
    workers.finish(0);
    workers.finish(1);
    workers.finish(1);
    workers.lose(1);
    workers.lose(0);
    workers.join(1);
    assertThat(workers.running).containsExactly(Map.entry(1, 1L));
  }

  @Test
  void a_gradient_of_a_lost_worker_is_discarded() {
    var policy = new StaleSynchronous(1);
    assertThat(next(policy, policy.start(), new Finished(7, 3)).actions())
        .containsExactly(new Discard(7, 3));
  }

  @Test
  void events_that_cannot_be_are_refused() {
    var policy = new StaleSynchronous(0);
    var one = next(policy, policy.start(), new Joined(0)).state();
    assertThatThrownBy(() -> next(policy, one, new Joined(0)))
        .hasMessage("worker 0 joins but is here already: report its loss first");
    assertThatThrownBy(() -> next(policy, one, new Lost(1)))
        .hasMessage("worker 1 is lost but never joined");
    assertThatThrownBy(() -> next(policy, one, new Finished(0, 1)))
        .hasMessage("worker 0 reports the end of step 1, but it runs step 0");
    assertThatThrownBy(() -> next(policy, one, new TimerExpired(4)))
        .hasMessage("timer 4 was not set: ssp(staleness=0) sets none");
    var two = next(policy, one, new Joined(1)).state();
    var held = next(policy, two, new Finished(0, 0)).state();
    assertThatThrownBy(() -> next(policy, held, new Finished(0, 1)))
        .hasMessage("worker 0 reports the end of step 1, but it is held before step 1");
    assertThatThrownBy(() -> new StaleSynchronous(-1)).hasMessageContaining("staleness=-1");
  }

  private static <S> Transition<S> next(Policy<S> policy, S state, Event event) {
    return policy.next(state, event, 0, new SplittableRandom(0));
  }

  /** A worker finishes, or now and then one leaves or comes, or comes back. */
  private static void disturb(Interleaving<?> workers, Draw draw) {
    int number = draw.between(0, 9);
    boolean here = workers.running.containsKey(number) || workers.held.containsKey(number);
    if (draw.between(0, 9) > 0 && !workers.running.isEmpty()) {
      finishAny(workers, draw);
    } else if (here) {
      workers.lose(number);
    } else {
      workers.join(number);
    }
  }

  private static int finishAny(Interleaving<?> workers, Draw draw) {
    assertThat(workers.running).as("some worker runs").isNotEmpty();
    var choice = List.copyOf(workers.running.keySet());
    int worker = choice.get(draw.between(0, choice.size() - 1));
    workers.finish(worker);
    return worker;
  }
}
