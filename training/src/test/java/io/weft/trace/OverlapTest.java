package io.weft.trace;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.trace.Overlap.Exchange;
import io.weft.trace.Overlap.Pause;
import io.weft.trace.Overlap.Stretch;
import io.weft.trials.Draw;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class OverlapTest {
  private static final Stretch WINDOW = new Stretch(0, 100);

  private static Stretch from(long start, long end) {
    return new Stretch(start, end);
  }

  private static Exchange exchange(long start, long end, long begun) {
    return new Exchange(from(start, end), begun);
  }

  private static Overlap nanos(long exchange, long waiting, long exposed) {
    return new Overlap(exchange, waiting, exposed);
  }

  @Test
  void what_is_computed_behind_an_exchange_hides_that_part_of_it() {
    var found =
        Overlap.of(List.of(exchange(20, 60, 20)), List.of(from(0, 50), from(60, 100)), WINDOW);
    assertThat(found).isEqualTo(nanos(40, 0, 10));
    assertThat(found.hidden().orElseThrow()).isEqualTo(0.75, within(1e-12));
  }

  @Test
  void idle_time_before_the_last_rank_has_begun_is_waiting_and_counts_for_nothing_else() {
    var found =
        Overlap.of(List.of(exchange(50, 90, 75)), List.of(from(0, 50), from(90, 100)), WINDOW);
    assertThat(found).isEqualTo(nanos(40, 25, 15));
    assertThat(found.hidden()).hasValue(0);
  }

  @Test
  void a_peer_that_is_late_while_this_rank_computes_is_not_waited_for() {
    var found =
        Overlap.of(List.of(exchange(20, 70, 50)), List.of(from(0, 60), from(70, 100)), WINDOW);
    assertThat(found).isEqualTo(nanos(50, 0, 10));
  }

  @Test
  void the_exchange_that_ends_last_in_a_pause_is_what_the_pause_waits_for() {
    var moving = exchange(40, 70, 40);
    var late = exchange(45, 90, 80);
    var computing = List.of(from(0, 50), from(90, 100));
    assertThat(Overlap.pauses(List.of(moving, late), computing, WINDOW))
        .containsExactly(new Pause(from(50, 80), true), new Pause(from(80, 90), false));
  }

  @Test
  void a_late_exchange_that_nobody_waits_for_makes_no_waiting() {
    var awaited = exchange(40, 70, 40);
    var later = exchange(45, 99, 95);
    var computing = List.of(from(0, 50), from(70, 100));
    assertThat(Overlap.of(List.of(awaited, later), computing, WINDOW)).isEqualTo(nanos(59, 0, 20));
  }

  @Test
  void nothing_is_hidden_of_a_graph_that_computes_nothing_during_exchanges() {
    forAll(
        draw -> {
          var exchanges = new ArrayList<Exchange>();
          var computing = new ArrayList<Stretch>();
          long now = 0;
          for (int step = draw.between(1, 5); step > 0; step--) {
            long computed = now + draw.between(1, 20);
            computing.add(from(now, computed));
            now = computed;
            for (int bucket = draw.between(1, 4); bucket > 0; bucket--) {
              long begun = computed + draw.between(0, 5);
              long end = begun + draw.between(1, 20);
              exchanges.add(exchange(computed, end, begun));
              now = Math.max(now, end);
            }
          }
          computing.add(from(now, now + 1));
          var found = Overlap.of(exchanges, computing, from(0, now + 1));
          assertThat(found.hidden()).hasValue(0);
          assertThat(found.waitingNanos() + found.exposedNanos()).isEqualTo(found.exchangeNanos());
        });
  }

  @Test
  void without_an_exchange_or_with_nothing_but_waiting_no_part_is_hidden_or_exposed() {
    assertThat(Overlap.of(List.of(), List.of(from(0, 50)), WINDOW).hidden()).isEmpty();
    assertThat(Overlap.of(List.of(exchange(50, 60, 60)), List.of(from(60, 61)), WINDOW).hidden())
        .isEmpty();
    assertThat(Overlap.NONE.hidden()).isEmpty();
  }

  @Test
  void of_several_steps_it_is_the_part_of_the_sum() {
    var little = nanos(10, 0, 10);
    var much = nanos(990, 0, 0);
    assertThat(little.plus(much).hidden().orElseThrow()).isEqualTo(0.99, within(1e-12));
    assertThat(much.times(0.5).exchangeNanos()).isEqualTo(495);
  }

  @Test
  void parts_that_are_more_than_the_whole_are_refused() {
    assertThatThrownBy(() -> new Overlap(1, 0.6, 0.6))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("parts of a whole");
  }

  private record Drawing(List<Exchange> exchanges, List<Stretch> computing, Stretch window) {}

  private static Drawing drawing(Draw draw) {
    var exchanges = new ArrayList<Exchange>();
    for (int left = draw.between(0, 8); left > 0; left--) {
      long start = draw.between(0, 60);
      long end = start + draw.between(0, 40);
      exchanges.add(exchange(start, end, start + draw.between(0, 45)));
    }
    var computing = new ArrayList<Stretch>();
    for (int left = draw.between(0, 6); left > 0; left--) {
      long start = draw.between(0, 80);
      computing.add(from(start, start + draw.between(0, 20)));
    }
    long from = draw.between(0, 20);
    return new Drawing(exchanges, computing, from(from, from + draw.between(0, 100)));
  }

  /** The definition, one nanosecond after the other. */
  private static Overlap slowly(Drawing drawing) {
    long exchange = 0;
    long waiting = 0;
    long exposed = 0;
    for (long at = drawing.window.startNanos(); at < drawing.window.endNanos(); at++) {
      long now = at;
      var underWay = drawing.exchanges.stream().filter(it -> holds(it.time(), now)).toList();
      exchange += underWay.isEmpty() ? 0 : 1;
      if (underWay.isEmpty() || isBusy(drawing, at)) {
        continue;
      }
      long end = at;
      while (end < drawing.window.endNanos() && !isBusy(drawing, end)) {
        end++;
      }
      long goesOn = end;
      boolean waits =
          underWay.stream()
              .filter(it -> it.time().endNanos() <= goesOn)
              .max(
                  Comparator.comparing((Exchange it) -> it.time().endNanos())
                      .thenComparing(Exchange::begunNanos))
              .filter(it -> now < it.begunNanos())
              .isPresent();
      waiting += waits ? 1 : 0;
      exposed += waits ? 0 : 1;
    }
    return nanos(exchange, waiting, exposed);
  }

  private static boolean holds(Stretch stretch, long at) {
    return stretch.startNanos() <= at && at < stretch.endNanos();
  }

  private static boolean isBusy(Drawing drawing, long at) {
    return drawing.computing.stream().anyMatch(it -> holds(it, at));
  }

  @Test
  void drawn_spans_come_to_what_the_definition_says_of_each_moment() {
    forAll(
        draw -> {
          var drawing = drawing(draw);
          var found = Overlap.of(drawing.exchanges, drawing.computing, drawing.window);
          assertThat(found).isEqualTo(slowly(drawing));
          assertThat(found.waitingNanos()).isLessThanOrEqualTo(found.exchangeNanos());
          found.hidden().ifPresent(part -> assertThat(part).isBetween(0.0, 1.0));
        });
  }

  @Test
  void neither_the_order_of_spans_nor_where_the_clock_begins_matters() {
    forAll(
        draw -> {
          var drawing = drawing(draw);
          var found = Overlap.of(drawing.exchanges, drawing.computing, drawing.window);
          long later = draw.between(0, 1000);
          var random = new Random(later);
          var exchanges =
              new ArrayList<>(
                  drawing.exchanges.stream()
                      .map(it -> new Exchange(moved(it.time(), later), it.begunNanos() + later))
                      .toList());
          var computing =
              new ArrayList<>(drawing.computing.stream().map(it -> moved(it, later)).toList());
          Collections.shuffle(exchanges, random);
          Collections.shuffle(computing, random);
          assertThat(Overlap.of(exchanges, computing, moved(drawing.window, later)))
              .isEqualTo(found);
        });
  }

  private static Stretch moved(Stretch stretch, long by) {
    return from(stretch.startNanos() + by, stretch.endNanos() + by);
  }

  @Test
  void a_rank_that_computes_in_pieces_hides_no_less_than_in_one() {
    forAll(
        draw -> {
          var drawing = drawing(draw);
          var pieces =
              drawing.computing.stream()
                  .flatMap(
                      it ->
                          IntStream.range((int) it.startNanos(), (int) it.endNanos())
                              .mapToObj(at -> from(at, at + 1)))
                  .toList();
          assertThat(Overlap.of(drawing.exchanges, pieces, drawing.window))
              .isEqualTo(Overlap.of(drawing.exchanges, drawing.computing, drawing.window));
        });
  }
}
