package io.weft.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.schedule.MergedGradients.Ready;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class MergedGradientsTest {
  private static final ExchangeCost COST = new ExchangeCost(10, 1);

  @Test
  void one_that_comes_soon_enough_is_waited_for() {
    var ready = List.of(new Ready(100, 20), new Ready(109, 20));
    assertThat(MergedGradients.groups(ready, COST)).containsExactly(List.of(0, 1));
  }

  @Test
  void one_that_comes_as_late_as_a_start_costs_travels_by_itself() {
    var ready = List.of(new Ready(100, 20), new Ready(110, 20));
    assertThat(MergedGradients.groups(ready, COST)).containsExactly(List.of(0), List.of(1));
  }

  @Test
  void those_that_queue_behind_a_busy_link_travel_together() {
    var ready = List.of(new Ready(0, 500), new Ready(50, 1), new Ready(200, 1), new Ready(400, 1));
    assertThat(MergedGradients.groups(ready, COST)).containsExactly(List.of(0), List.of(1, 2, 3));
  }

  @Test
  void every_gradient_is_in_one_group_and_they_keep_their_order() {
    Trials.forAll(
        draw -> {
          var ready = gradients(draw);
          var groups = MergedGradients.groups(ready, cost(draw));
          assertThat(groups.stream().flatMap(List::stream))
              .containsExactlyElementsOf(places(ready));
          assertThat(groups).noneMatch(List::isEmpty);
        });
  }

  @Test
  void merging_never_ends_later_than_sending_each_by_itself_or_all_at_once() {
    Trials.forAll(
        draw -> {
          var ready = gradients(draw);
          var cost = cost(draw);
          var alone = places(ready).stream().map(List::of).toList();
          double merged =
              MergedGradients.endNanos(ready, MergedGradients.groups(ready, cost), cost);
          assertThat(merged)
              .isLessThanOrEqualTo(MergedGradients.endNanos(ready, alone, cost) + 1e-6)
              .isLessThanOrEqualTo(
                  MergedGradients.endNanos(ready, List.of(places(ready)), cost) + 1e-6);
        });
  }

  private static List<Integer> places(List<Ready> ready) {
    return IntStream.range(0, ready.size()).boxed().toList();
  }

  private static List<Ready> gradients(Draw draw) {
    var ready = new ArrayList<Ready>();
    double now = 0;
    for (int i = draw.between(1, 12); i > 0; i--) {
      now += draw.between(0, 30);
      ready.add(new Ready(now, draw.between(1, 60)));
    }
    return ready;
  }

  private static ExchangeCost cost(Draw draw) {
    return new ExchangeCost(draw.between(0, 40), draw.between(0, 3));
  }

  @Test
  void a_cost_is_fitted_to_what_was_measured() {
    var samples =
        IntStream.of(1, 100, 1000)
            .mapToObj(bytes -> new ExchangeCost.Sample(bytes, 50 + 3 * bytes))
            .toList();
    var cost = ExchangeCost.fit(samples);
    assertThat(cost.startNanos()).isCloseTo(50, within(1e-6));
    assertThat(cost.nanosPerByte()).isCloseTo(3, within(1e-9));
    assertThatThrownBy(() -> new ExchangeCost(-1, 0)).hasMessageContaining("neither below 0");
  }
}
