package io.weft.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.trace.Argument.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExcerptTest {
  /** Steps of 100 ns, with an exchange that lasts until the next one computes. */
  private static List<Span> trace(int steps) {
    var spans = new ArrayList<Span>();
    for (int step = 0; step < steps; step++) {
      for (int rank = 0; rank < 2; rank++) {
        long start = 40 + step * 100L;
        var about = List.<Argument>of(new Step(step));
        spans.add(new Span(rank, Lane.FORWARD, "stage 0", start, start + 30, about));
        spans.add(new Span(rank, Lane.EXCHANGE, "bucket 0", start + 20, start + 110, about));
      }
    }
    return spans;
  }

  @Test
  void the_last_steps_that_another_one_follows_begin_at_0() {
    var excerpt = Excerpt.lastSteps(trace(5), 2);
    assertThat(excerpt.spans())
        .containsExactly(
            new Span(0, Lane.FORWARD, "stage 0", 0, 30, List.of(new Step(2))),
            new Span(0, Lane.EXCHANGE, "bucket 0", 20, 110, List.of(new Step(2))),
            new Span(0, Lane.FORWARD, "stage 0", 100, 130, List.of(new Step(3))),
            new Span(0, Lane.EXCHANGE, "bucket 0", 120, 210, List.of(new Step(3))));
    assertThat(excerpt.stepSeconds()).isCloseTo(100e-9, within(1e-15));
  }

  @Test
  void a_trace_that_is_too_short_is_refused() {
    assertThatThrownBy(() -> Excerpt.lastSteps(trace(2), 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the trace has 2 steps: run at least 3 to see 2 of them");
    assertThatThrownBy(() -> Excerpt.lastSteps(List.of(), 2))
        .hasMessage("the trace has 0 steps: run at least 3 to see 2 of them");
  }
}
