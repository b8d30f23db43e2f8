package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.model.Batch;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Task.Backward;
import io.weft.schedule.graph.Task.Forward;
import io.weft.tensor.Tensor;
import io.weft.trace.Lane;
import io.weft.trace.Span;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What real training on several ranks says about its times. */
class TimesTest {
  private static final int RANKS = 3;
  private static final Settings SETTINGS =
      new Settings(
          new DecoupledAllReduce(),
          64,
          1,
          new Sgd(0.9, false, 0),
          new Rate.Constant(0.1),
          Optional.empty());

  private static Training open(Communicator communicator) {
    var batch =
        new Batch(Tensor.of(new float[] {1, 2, 3}), List.of(3L), Tensor.of(new long[] {1}), 1);
    return Training.open(
        new PlainNetwork(7, 3, 5, 4),
        communicator,
        SETTINGS,
        (_, _) -> new Feed.Portion(batch, 1.0 / RANKS));
  }

  @Test
  void a_trace_holds_the_tasks_of_all_ranks_in_the_order_of_time() {
    var spans = new ArrayList<Span>();
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = open(communicator)) {
            training.keepSpans(2);
            for (int step = 0; step < 5; step++) {
              training.round(step < 4);
            }
            var gathered = training.spans();
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
            assertThat(training.exchangeSeconds(3)).isPositive();
            assertThat(training.exchangeSeconds(2)).isPositive();
            assertThat(parameter(training)).isEqualTo(before);
            assertThat(training.times(1).seconds()).isPositive();
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
            var seconds = timed.passSeconds(3);
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
