package io.weft.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  @Test
  void passes_exactly_when_its_time_is_up() {
    var clock = new AtomicLong(-5);
    var deadline = Deadline.after(Duration.ofNanos(10), "barrier #3", clock::get);
    clock.set(4);
    assertThat(deadline.passed()).isFalse();
    assertThat(deadline.remainingNanos()).isEqualTo(1);
    clock.set(5);
    assertThat(deadline.passed()).isTrue();
  }

  @Test
  void counts_on_when_the_clock_wraps_around() {
    var clock = new AtomicLong(Long.MAX_VALUE);
    var deadline = Deadline.after(Duration.ofNanos(10), "barrier #3", clock::get);
    clock.addAndGet(9);
    assertThat(deadline.passed()).isFalse();
    clock.addAndGet(1);
    assertThat(deadline.passed()).isTrue();
  }

  @Test
  void names_both_ranks_the_operation_and_the_way_out() {
    var deadline = Deadline.after(Duration.ofSeconds(30), "all-reduce #412", () -> 0);
    assertThat(deadline.exceeded(3, 5))
        .hasMessage(
            "rank 3 waited 30 s for rank 5 in all-reduce #412: "
                + "look at what rank 5 is doing, or raise the timeout");
  }
}
