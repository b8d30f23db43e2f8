package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LivenessTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long TICK = SECOND / 20;

  /** A clock that is about to go round. */
  private static final long START = Duration.ofNanos(Long.MAX_VALUE).minusSeconds(1).toNanos();

  private final Liveness liveness = new Liveness(3, Duration.ofSeconds(5), START);

  /** Looks out several times a second, until so long after the start. */
  private void lookUntil(long afterNanos) {
    for (long nanos = TICK; nanos <= afterNanos; nanos += TICK) {
      assertThat(liveness.look(START + nanos)).isFalse();
    }
  }

  @Test
  void a_peer_is_lost_when_it_is_silent_for_longer_than_the_limit() {
    lookUntil(5 * SECOND);
    assertThat(liveness.isLost(1, START + 5 * SECOND)).isFalse();
    assertThat(liveness.isLost(1, START + 5 * SECOND + 1)).isTrue();
  }

  @Test
  void a_word_gives_it_the_whole_time_again() {
    lookUntil(4 * SECOND);
    liveness.heard(1, START + 4 * SECOND);
    assertThat(liveness.silentNanos(1, START + 7 * SECOND)).isEqualTo(3 * SECOND);
    assertThat(liveness.isLost(1, START + 9 * SECOND)).isFalse();
    assertThat(liveness.isLost(1, START + 9 * SECOND + 1)).isTrue();
    assertThat(liveness.isLost(2, START + 6 * SECOND)).isTrue();
  }

  @Test
  void a_rank_that_was_stopped_itself_blames_nobody() {
    lookUntil(4 * SECOND);
    long late = START + 4 * SECOND + 5 * SECOND / 2 + 1;
    assertThat(liveness.look(late)).isTrue();
    assertThat(liveness.isLost(1, late + 5 * SECOND)).isFalse();
    assertThat(liveness.isLost(1, late + 5 * SECOND + 1)).isTrue();
  }

  @Test
  void a_look_that_is_only_a_little_late_proves_silence() {
    lookUntil(4 * SECOND);
    long late = START + 4 * SECOND + 5 * SECOND / 2;
    assertThat(liveness.look(late)).isFalse();
    assertThat(liveness.isLost(1, late)).isTrue();
  }

  /** The last words of two peers are a sign of life apart when all become silent at once. */
  @Test
  void those_who_became_silent_at_once_are_nearly_lost_together() {
    lookUntil(4 * SECOND);
    liveness.heard(1, START + 3 * SECOND + TICK);
    liveness.heard(2, START + 4 * SECOND);
    long lost = START + 8 * SECOND + 2 * TICK;
    assertThat(liveness.isLost(1, lost)).isTrue();
    assertThat(liveness.isLost(2, lost)).isFalse();
    assertThat(liveness.isNearlyLost(2, lost)).isTrue();
  }

  @Test
  void a_peer_whose_signs_of_life_come_one_by_one_is_not_nearly_lost() {
    lookUntil(9 * SECOND);
    liveness.heard(2, START + 7 * SECOND);
    assertThat(liveness.isNearlyLost(1, START + 3 * SECOND)).isFalse();
    assertThat(liveness.isNearlyLost(1, START + 3 * SECOND + 1)).isTrue();
    assertThat(liveness.isNearlyLost(2, START + 9 * SECOND)).isFalse();
  }

  @Test
  void several_signs_of_life_may_be_lost_before_their_sender_is() {
    assertThat(liveness.pulseNanos()).isEqualTo(SECOND);
  }
}
