package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.collective.World;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Topology;
import io.weft.model.Batch;
import io.weft.model.Model;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.Schedule;
import io.weft.schedule.Sequential;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Forward;
import io.weft.tensor.Tensor;
import io.weft.trace.Lane;
import io.weft.trace.Overlap;
import io.weft.trace.Span;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What real training on several ranks says about its times. */
class TimesTest {
  private static final int RANKS = 3;
  private static final int LATE_MILLIS = 150;
  private static final Settings SETTINGS =
      new Settings(
          new DecoupledAllReduce(),
          64,
          1,
          new Sgd(0.9, false, 0),
          new Rate.Constant(0.1),
          Optional.empty());

  private static final Settings SEQUENTIAL = with(new Sequential(), Long.MAX_VALUE);
  private static final Settings WAIT_FREE = with(new WaitFreeBackpropagation(), 64);

  private static Settings with(Schedule schedule, long bucketBytes) {
    var optimizer = new Sgd(0.9, false, 0);
    return new Settings(
        schedule, bucketBytes, 1, optimizer, new Rate.Constant(0.1), Optional.empty());
  }

  private static Training open(Communicator communicator) {
    return open(communicator, SETTINGS, new PlainNetwork(7, 3, 5, 4));
  }

  private static Training open(Communicator communicator, Settings settings, Model model) {
    var batch =
        new Batch(Tensor.of(new float[] {1, 2, 3}), List.of(3L), Tensor.of(new long[] {1}), 1);
    return Training.open(
        model, communicator, settings, (_, _) -> new Feed.Portion(batch, 1.0 / RANKS));
  }

  /** The times of some steps as all ranks are told them. */
  private static RoundTimes times(Options options, Settings settings) {
    var found = new ConcurrentLinkedQueue<RoundTimes>();
    var done = new Semaphore(0);
    World.spawn(
        options,
        RANKS,
        communicator -> {
          int others = communicator.rank() == RANKS - 1 ? RANKS - 1 : 0;
          var model = new Laborious(new PlainNetwork(7, 3, 5, 4), done, others, LATE_MILLIS);
          try (var training = open(communicator, settings, model)) {
            for (int step = 0; step < 4; step++) {
              training.round(step < 3);
            }
            found.add(training.measurements().gatherTimes());
          }
        });
    assertThat(found).hasSize(RANKS).containsOnly(found.element());
    return found.element();
  }

  private static Options hosts(int count) {
    return new Options(
        Topology.hosts(count, RANKS / count), ClusterCosts.TYPICAL, Duration.ofSeconds(30));
  }

  /** Two of three ranks wait for a good part of the time for which the third computes longer. */
  private static void checkWaiting(RoundTimes times) {
    assertThat(times.rounds()).isEqualTo(4);
    assertThat(times.overlap().waitingSeconds()).isGreaterThan(LATE_MILLIS * 1e-3 / 10);
    assertThat(times.waitingSeconds()).hasSize(RANKS);
    assertThat(times.waitingSeconds().getLast()).isEqualTo(Collections.min(times.waitingSeconds()));
  }

  @Test
  void a_rank_that_computes_longer_is_waited_for() {
    for (var settings : List.of(SEQUENTIAL, WAIT_FREE, SETTINGS)) {
      checkWaiting(times(hosts(1), settings));
    }
  }

  @Test
  void ranks_of_several_hosts_agree_on_when_all_had_begun_though_each_has_a_clock_of_its_own() {
    checkWaiting(times(hosts(RANKS), SEQUENTIAL));
  }

  @Test
  void several_buckets_after_backward_hide_nothing_at_all() {
    var overlap = times(hosts(1), with(new Sequential(), 64)).overlap();
    assertThat(overlap.exchangeNanos()).isPositive();
    overlap.hidden().ifPresent(hidden -> assertThat(hidden).isLessThan(1e-6));
  }

  @Test
  void a_rank_alone_exchanges_nothing() {
    World.spawn(
        1,
        communicator -> {
          try (var training = open(communicator)) {
            training.round(false);
            assertThat(training.measurements().gatherTimes().overlap()).isEqualTo(Overlap.NONE);
          }
        });
  }

  @Test
  void pauses_of_a_trace_lie_within_exchanges_and_beside_computation() {
    var spans = new ArrayList<Span>();
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(communicator, SEQUENTIAL, new PlainNetwork(7, 3, 5, 4))) {
            training.measurements().keepSpans(3);
            for (int step = 0; step < 3; step++) {
              training.round(step < 2);
            }
            spans.addAll(training.measurements().gatherSpans());
          }
        });
    var pauses = spans.stream().filter(it -> it.lane() == Lane.PAUSE).toList();
    assertThat(pauses).isNotEmpty();
    assertThat(pauses).extracting(Span::name).isSubsetOf("waiting", "exposed");
    for (var pause : pauses) {
      var others = spans.stream().filter(it -> it.rank() == pause.rank());
      var during = others.filter(it -> touch(it, pause)).map(Span::lane).toList();
      assertThat(during).contains(Lane.EXCHANGE);
      assertThat(during).doesNotContain(Lane.FORWARD, Lane.BACKWARD, Lane.UPDATE);
    }
  }

  private static boolean touch(Span one, Span other) {
    return one.startNanos() < other.endNanos() && other.startNanos() < one.endNanos();
  }

  @Test
  void a_trace_holds_the_tasks_of_all_ranks_in_the_order_of_time() {
    var spans = new ArrayList<Span>();
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(communicator)) {
            training.measurements().keepSpans(2);
            for (int step = 0; step < 5; step++) {
              training.round(step < 4);
            }
            var gathered = training.measurements().gatherSpans();
            if (communicator.rank() == 0) {
              spans.addAll(gathered);
            } else {
              assertThat(gathered).isEmpty();
            }
          }
        });
    assertThat(spans).extracting(Span::startNanos).isSorted();
    assertThat(spans.getFirst().startNanos()).isZero();
    var perRank =
        spans.stream()
            .filter(span -> span.lane() == Lane.FORWARD)
            .collect(Collectors.groupingBy(Span::rank, Collectors.counting()));
    assertThat(perRank).hasSize(RANKS).allSatisfy((_, count) -> assertThat(count).isEqualTo(4));
    assertThat(spans).anyMatch(span -> span.lane() == Lane.EXCHANGE);
  }

  @Test
  void timing_the_exchanges_alone_changes_no_parameter() {
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(communicator)) {
            training.round(true);
            training.round(false);
            var before = parameter(training);
            assertThat(training.measurements().measureExchangeSeconds(3)).isPositive();
            assertThat(training.measurements().measureExchangeSeconds(2)).isPositive();
            assertThat(parameter(training)).isEqualTo(before);
            assertThat(training.measurements().gatherTimes().seconds()).isPositive();
            training.round(false);
          }
        });
  }

  @Test
  void timing_the_passes_alone_leaves_training_as_it_was() {
    World.spawn(
        RANKS,
        communicator -> {
          try (var timed = open(communicator);
              var plain = open(communicator)) {
            timed.round(false);
            plain.round(false);
            var seconds = timed.measurements().measurePassSeconds(3);
            assertThat(seconds.keySet())
                .isEqualTo(
                    timed.graph().round().stream()
                        .map(Node::task)
                        .filter(task -> task instanceof Forward || task instanceof Backward)
                        .collect(Collectors.toSet()));
            assertThat(seconds.values()).allMatch(each -> each > 0);
            timed.round(false);
            plain.round(false);
            assertThat(parameter(timed)).isEqualTo(parameter(plain));
          }
        });
  }

  private static float[] parameter(Training training) {
    return training.memory().parameter(0).segment().toArray(ValueLayout.JAVA_FLOAT);
  }
}
