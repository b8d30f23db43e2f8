package io.weft.simulation.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class MaxMinTest {
  private static final double ALL = Double.POSITIVE_INFINITY;

  private static List<Flow> shared(double[] capacities, Flow... flows) {
    var list = List.of(flows);
    new MaxMin(capacities).share(list);
    return list;
  }

  private static Flow through(int... links) {
    return new Flow(links, ALL);
  }

  @Test
  void flows_through_one_link_get_equal_shares() {
    assertThat(shared(new double[] {9}, through(0), through(0), through(0)))
        .extracting(Flow::rate)
        .containsExactly(3.0, 3.0, 3.0);
  }

  @Test
  void who_wants_less_leaves_the_rest_to_the_others() {
    assertThat(shared(new double[] {10}, new Flow(new int[] {0}, 2), through(0), through(0)))
        .extracting(Flow::rate)
        .containsExactly(2.0, 4.0, 4.0);
  }

  /** The long flow and two short ones of the textbook: links of 1, and of 2 with two more flows. */
  @Test
  void the_fullest_link_is_settled_first() {
    var rates =
        shared(
            new double[] {1, 2, 1},
            through(0, 1, 2), // shares link 0 with one other
            through(0),
            through(1), // gets what is left of link 1
            through(2));
    assertThat(rates).extracting(Flow::rate).containsExactly(0.5, 0.5, 1.5, 0.5);
  }

  @Test
  void a_flow_may_stand_for_several() {
    var three = through(0);
    three.copies(3);
    assertThat(shared(new double[] {8}, three, through(0)))
        .extracting(Flow::rate)
        .containsExactly(2.0, 2.0);
  }

  @Test
  void links_that_carry_nothing_and_limits_below_zero_are_refused() {
    assertThatThrownBy(() -> new MaxMin(1, 0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new Flow(new int[0], -1)).hasMessageContaining("0 or more");
  }

  @Test
  void no_link_is_overfull_and_every_flow_is_at_its_limit_or_has_the_most_on_a_full_link() {
    Trials.forAll(
        draw -> {
          var capacities = capacities(draw);
          var flows = flows(draw, capacities.length);
          new MaxMin(capacities).share(flows);
          var used = new double[capacities.length];
          for (var flow : flows) {
            for (int link : flow.links()) {
              used[link] += flow.rate() * flow.copies();
            }
          }
          for (int link = 0; link < used.length; link++) {
            assertThat(used[link]).isLessThanOrEqualTo(capacities[link] * (1 + 1e-9));
          }
          for (var flow : flows) {
            assertThat(flow.rate()).isLessThanOrEqualTo(flow.limit());
            assertThat(flow.rate() == flow.limit() || isHeldBack(flow, flows, used, capacities))
                .isTrue();
          }
        });
  }

  private static double[] capacities(Draw draw) {
    return IntStream.range(0, draw.between(1, 6)).mapToDouble(_ -> draw.between(1, 50)).toArray();
  }

  private static List<Flow> flows(Draw draw, int links) {
    var flows = new ArrayList<Flow>();
    for (int count = draw.between(1, 12); count > 0; count--) {
      int first = draw.between(0, links - 1);
      int last = draw.between(first, links - 1);
      var flow =
          new Flow(
              IntStream.rangeClosed(first, last).toArray(),
              draw.between(0, 2) == 0 ? ALL : draw.between(1, 30));
      flow.copies(draw.between(1, 3));
      flows.add(flow);
    }
    return flows;
  }

  private static boolean isHeldBack(Flow flow, List<Flow> all, double[] used, double[] capacities) {
    return IntStream.of(flow.links())
        .filter(link -> used[link] >= capacities[link] * (1 - 1e-9))
        .anyMatch(
            link ->
                all.stream()
                    .filter(other -> IntStream.of(other.links()).anyMatch(it -> it == link))
                    .allMatch(other -> other.rate() <= flow.rate() * (1 + 1e-9)));
  }

  @Test
  void rates_do_not_depend_on_what_was_shared_before() {
    var sharing = new MaxMin(6, 4);
    var one = List.of(through(0, 1), through(0));
    sharing.share(one);
    var other = List.of(through(0), through(1));
    sharing.share(other);
    sharing.share(one);
    assertThat(one.getFirst().rate()).isCloseTo(3, within(1e-12));
    assertThat(other).extracting(Flow::rate).containsExactly(6.0, 4.0);
  }
}
